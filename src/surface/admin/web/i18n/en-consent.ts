/** English words for the owner's consent, with exactly the keys of the Chinese table. */
import type { Words } from "./zh.ts";

export const enConsent: Words["consent"] = {
  states: {
    granted: "Granted",
    narrowed: "Granted in part",
    waiting: "Waits for you",
    refused: "Refused",
    shipped: "Came with the hub",
  },
  waits: "It needs what is listed here to run. Until you grant it, it can do nothing.",
  refusedNow: "You refused what it asks for; it does not run.",
  open: "See what it asks for",
  openOf: (name) => `See what ${name} asks for`,
  lead: "Switch off what you do not want to give, then grant. You can change this at any time; it then starts anew.",
  why: "It says: ",
  noReason: "It does not say why.",
  risky: "Take care",
  netNote:
    "The system only holds the port, not where it connects to: with a port it can reach any machine on that port.",
  unsandboxedNote:
    "This machine has no sandbox: limits on files, network and devices do not hold it here.",
  grantAll: "Grant all",
  grantSome: (count) => `Grant only these ${count}`,
  refuse: "Refuse",
  refuseTitle: (name) => `Refuse “${name}”?`,
  refuseLead: "It stops until you grant it again. Its data and settings stay.",
  nothing: "It asks for nothing.",
  decided: { granted: "Granted.", refused: "Refused." },
  kinds: {
    io: ["Talk with the assistant", "Can speak for people, hear the answers, and put in words."],
    memory: ["Read and change the memory", "Sees what the assistant remembers, and can change it."],
    doc_memory: ["Read and change documents", "Sees stored documents, and can change them."],
    knowledge: ["Read and change knowledge", "Sees the house's knowledge, and can change it."],
    text_memory: ["Read the conversations", "Sees what was said before."],
    llm: [
      "Use the language model",
      "Uses up your model's quota; what it asks goes to the model's provider.",
    ],
    social: ["See who lives here", "Sees people's names and relations."],
    events: ["Follow what happens", "Learns when a lamp goes on, who speaks, and the like."],
    plugin_mgr: ["Manage other plugins", "Can start and stop other plugins."],
    settings_cross: ["Change other settings", "Sees and changes settings of the hub and plugins."],
    stage: [
      "Rewrite the assistant's thinking",
      "Sees and changes what the assistant is given and says in each turn.",
    ],
    devices: ["Bring devices", "Adds devices to the house and hears the commands to them."],
    prompt: ["Instruct the assistant", "Changes how the assistant thinks and answers."],
    net: ["Look up names", "Has the hub look up the address of a name."],
    connect: ["Connect to port", "Reaches machines at home or on the internet on this port."],
    listen: ["Listen on port", "Other machines of the network can connect to it here."],
    udp: [
      "Send and receive UDP",
      "Exchanges such data with any machine; the system limits no port.",
    ],
    read: ["Read files", "Sees everything in here."],
    write: ["Read and change files", "Sees, changes and deletes everything in here."],
    device: ["Use hardware directly", "Controls this piece of hardware."],
    exec: ["Run a program", "The hub runs this command for it, with its own rights."],
  },
};
