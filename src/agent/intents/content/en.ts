/** English words and what they may mean. Notation: `expand`. */
import type { Reading, WordList } from "../reading/types.ts";

const fill = (mark?: "request" | "soft" | "preposition" | "article"): Reading =>
  mark ? { role: "fill", mark } : { role: "fill" };

/** Words that carry politeness and grammar, but no command. */
export const EN_FILL: WordList = [
  [fill("article"), "the|a|an|my|our|your|this|these|those|that|some"],
  [
    fill("request"),
    "(can|could|would|will) you|(can|could) we|can i|may i|would you mind|i would like you to|could i",
  ],
  [
    fill("soft"),
    "please|pls|thanks|thank you|hey|hi|ok|okay|hello|just|now|right now|kindly|for me|i need|i want|i want to|i want you to|i'd like to|i'd like you to|i would like to|let's|let us|go ahead and|immediately|i need you to|i need to|quickly|again|also|too|then",
  ],
  [fill("preposition"), "in|of|at|from|to|for|on|with|inside|into|within"],
  [
    fill(),
    "hey google|ok google|alexa|hey siri|computer|one|ones|so|well|as|value|level|currently|at the moment|there",
  ],
  [
    { role: "house" },
    "(in|of|around|throughout|) the (whole |entire |)(house|home|apartment|flat|place)|everywhere|at home|in the house",
  ],
  [
    { role: "here" },
    "(in |)here|(in |)this (room|area|space)|in this (room|area)|the room|over here",
  ],
  [{ role: "all" }, "all|all of|every|everything|each|both|all of the|every single|each of"],
  [{ role: "any" }, "any|any of|some"],
  [{ role: "pronoun", plural: false }, "it|that one|this one|this|that"],
  [{ role: "pronoun", plural: true }, "them|those|these|they"],
  [{ role: "other" }, "(the |)(other|others)|(the |)rest of the|(the |)rest|everything else"],
  [{ role: "except" }, "except|except for|but not|apart from|other than|excluding|but"],
  [{ role: "and" }, "and|plus|as well as|or|along with"],
  [
    { role: "not" },
    "don't|do not|never|not|dont|please don't|no need to|shouldn't|should not|mustn't|stop trying to|didn't|doesn't",
  ],
];

/** What to do. */
export const EN_VERBS: WordList = [
  [
    { role: "verb", verb: "turn" },
    "turn|switch|power|flip|put|shut|get|would you mind (turning|switching)",
  ],
  [{ role: "verb", verb: "on" }, "activate|enable|turn on|switch on"],
  [
    { role: "verb", verb: "off" },
    "deactivate|disable|turn off|switch off|kill|shut off|shut down|extinguish",
  ],
  [{ role: "verb", verb: "open" }, "open|open up|raise|lift|pull up|roll up|draw open|unroll"],
  [{ role: "verb", verb: "close" }, "close|shut|lower|close up|pull down|roll down|put down|draw"],
  [{ role: "verb", verb: "toggle" }, "toggle"],
  [{ role: "verb", verb: "lock" }, "lock|lock up|bolt"],
  [{ role: "verb", verb: "lock_up" }, "lock up|lock everything up|lock up everything"],
  [{ role: "verb", verb: "unlock" }, "unlock|unbolt"],
  [
    { role: "verb", verb: "set" },
    "have|let|tell|ask|use|heat|cool|warm|set|change|make|adjust|put|bring|move|turn|switch|dim|brighten|have|get|modify|keep",
  ],
  [
    { role: "verb", verb: "start" },
    "start|begin|create|launch|new|make|give me|kick off|set up|run",
  ],
  [{ role: "verb", verb: "stop" }, "stop|halt|end|abort|quit"],
  [{ role: "verb", verb: "pause" }, "pause|hold|freeze"],
  [
    { role: "verb", verb: "resume" },
    "resume|unpause|un-pause|continue|keep playing|continue playing|restart|carry on",
  ],
  [{ role: "verb", verb: "cancel" }, "cancel|delete|remove|clear|dismiss|get rid of|kill"],
  [{ role: "verb", verb: "add" }, "add|extend|increase|prolong|lengthen|put"],
  [
    { role: "verb", verb: "remove" },
    "remove|decrease|reduce|subtract|take|shorten|take away|take off|knock off",
  ],
  [
    { role: "verb", verb: "next" },
    "(skip|skip to|go to|play|jump to|) (the |) next (song|track|item|episode|video|movie|one|)|next|skip|skip (the|this|) (song|track|item|video|episode|one)|skip (ahead|forward)",
  ],
  [
    { role: "verb", verb: "previous" },
    "(go back to|play|replay|go to|back to|) (the |) (previous|last|prior) (song|track|item|episode|video|one)|previous|go back|replay|replay (the|this|) (song|track|item)|back|(play|replay) (the |) (previous|last) (song|track|item) again|skip back|replay that",
  ],
  [{ role: "verb", verb: "mute" }, "mute|silence"],
  [{ role: "verb", verb: "unmute" }, "unmute|un mute|turn the sound back on"],
  [{ role: "verb", verb: "play" }, "play"],
  [
    { role: "verb", verb: "run" },
    "run|execute|trigger|start|activate|launch|begin|enter|switch to|go to|set|apply|turn on",
  ],
  [
    { role: "verb", verb: "clean" },
    "cleaning|vacuuming|sweeping|mopping|clean|vacuum|sweep|mop|hoover|clean up|start (cleaning|vacuuming|sweeping|mopping)|begin (cleaning|vacuuming)|go clean|vacuum up|do the vacuuming",
  ],
  [
    { role: "verb", verb: "dock" },
    "dock|return|send|return home|go home|go back|go (back |) to|(return|go back|send back|back) to (the |its |) (base|dock|charger|charging station|base station|home|station)|to (the |its |) (base|dock|charger|charging station|base station|station)|recharge|charge|home|back to base|bring",
  ],
  [
    { role: "verb", verb: "mow" },
    "mow|start mowing|mowing|begin mowing|(cut|trim) the (grass|lawn)",
  ],
  [{ role: "verb", verb: "work" }, "working|work"],
  [{ role: "verb", verb: "light_up" }, "light up|light it up|illuminate|lighten up"],
  [{ role: "part", part: "on" }, "on"],
  [{ role: "part", part: "off" }, "off|out"],
];

const LITTLE = "(a bit|a little|a little bit|slightly|a touch|some|somewhat|a notch|a tad)";

/** More and less. */
export const EN_STEPS: WordList = [
  [
    { role: "step", up: true },
    "up|increase|raise|higher|more|boost|bump up|crank up|increase the|turn up",
  ],
  [{ role: "step", up: false }, "down|decrease|reduce|lower|less|drop|turn down|bump down"],
  [{ role: "step", up: true, attribute: "brightness" }, "brighter|brighten|brighten up|lighter"],
  [{ role: "step", up: false, attribute: "brightness" }, "dimmer|darker|dim|darken|dim down"],
  [{ role: "step", up: true, attribute: "volume" }, "louder"],
  [{ role: "step", up: false, attribute: "volume" }, "quieter|softer"],
  [{ role: "step", up: true, attribute: "temperature" }, "warmer|hotter|heat up|warm up"],
  [{ role: "step", up: false, attribute: "temperature" }, "cooler|colder|cool down"],
  [{ role: "step", up: true, attribute: "speed" }, "faster|speed up"],
  [{ role: "step", up: false, attribute: "speed" }, "slower|slow down"],
  [{ role: "amount" }, LITTLE.slice(1, -1)],
];

/** Quantities. */
export const EN_ATTRIBUTES: WordList = [
  [
    { role: "attribute", attribute: "brightness" },
    "brightness|light level|intensity|brightness level",
  ],
  [{ role: "attribute", attribute: "color" }, "color|colour|light color|light colour"],
  [
    { role: "attribute", attribute: "color_temp" },
    "(color|colour|light|white) temperature|colour temp|color temp",
  ],
  [{ role: "attribute", attribute: "temperature" }, "temperature|temp|target temperature|heat"],
  [{ role: "attribute", attribute: "humidity" }, "humidity|target humidity|humidity level"],
  [{ role: "attribute", attribute: "volume" }, "volume|sound|audio|sound level|volume level"],
  [{ role: "attribute", attribute: "position" }, "position|opening"],
  [{ role: "attribute", attribute: "speed" }, "speed|fan speed|speeds|fan level"],
  [{ role: "attribute", attribute: "mode" }, "mode|hvac mode"],
  [
    { role: "attribute", attribute: "battery" },
    "battery|battery level|charge|battery life|power left",
  ],
  [{ role: "attribute", attribute: "power" }, "power|power usage|power consumption|wattage"],
  [{ role: "attribute", attribute: "energy" }, "energy|energy usage|energy consumption"],
  [{ role: "attribute", attribute: "illuminance" }, "illuminance|lux|light intensity"],
  [{ role: "attribute", attribute: "pm25" }, "air quality|pm 2.5|pm2.5"],
  [{ role: "attribute", attribute: "co2" }, "co2|co 2|carbon dioxide"],
  [{ role: "attribute", attribute: "state" }, "state|status|condition"],
  [
    { role: "level", level: "max", manner: "none" },
    "(the |)(max|maximum|highest|brightest|full|fullest|strongest)|all the way up|full blast|max out",
  ],
  [
    { role: "level", level: "min", manner: "none" },
    "(the |)(min|minimum|lowest|dimmest|darkest|weakest)|all the way down",
  ],
  [{ role: "level", level: "high", manner: "none" }, "high|high speed|fast"],
  [{ role: "level", level: "medium", manner: "none" }, "medium|mid|medium speed"],
  [{ role: "level", level: "low", manner: "none" }, "low|low speed|slow"],
];

/** What is asked. */
export const EN_ASKS: WordList = [
  [
    { role: "ask", ask: "is" },
    "did i leave|have i left|did we leave|is|are|is there|are there|do i have|do we have|did|has|have|does|do|was|were|is it|can you tell me if|tell me if|check if|do you know if|any",
  ],
  [
    { role: "ask", ask: "which" },
    "which|what|which of|list|show me|tell me which|tell me what|which ones",
  ],
  [{ role: "ask", ask: "count" }, "how many|how many of|tell me how many|count|the number of"],
  [
    { role: "ask", ask: "value" },
    "what is|what's|whats|how much|how is|how's|what are|what does|tell me|check|read|give me|show|how|what was|can you tell me|do you know",
  ],
  [{ role: "ask", ask: "value", attribute: "temperature" }, "how (warm|hot|cold|cool|chilly)"],
  [{ role: "ask", ask: "value", attribute: "brightness" }, "how (bright|dim|dark)"],
  [{ role: "ask", ask: "value", attribute: "humidity" }, "how (humid|moist|damp)"],
  [{ role: "ask", ask: "value", attribute: "volume" }, "how loud"],
  [{ role: "ask", ask: "value", attribute: "speed" }, "how fast"],
  [{ role: "ask", ask: "where" }, "where is|where's|where are|where|find|locate"],
  [{ role: "ask", ask: "who" }, "who is|who's|who are|who"],
  [{ role: "why" }, "why|how come|what for"],
  [
    { role: "ask", ask: "remaining" },
    "how (much time|long|many minutes|much longer) (is |are |)(left|remaining|remains|until|till|do i have left|do i have|)|time left|time remaining|remaining time|how (much time|long)|left|remaining|remains|when does|when will|go off|end|finish",
  ],
  [
    { role: "be" },
    "will|would|using|use|consuming|drawing|been|is|are|be|being|set|currently|still|left|have|has|it|does|do|there|am",
  ],
];

/** How things are. */
export const EN_STATES: WordList = [
  [
    { role: "state", state: "on" },
    "on|turned on|switched on|running|active|activated|powered on|lit",
  ],
  [
    { role: "state", state: "off" },
    "off|turned off|switched off|inactive|deactivated|not on|powered off",
  ],
  [{ role: "state", state: "open" }, "open|opened|not closed|ajar|up|raised"],
  [{ role: "state", state: "closed" }, "closed|shut|not open|down|lowered"],
  [{ role: "state", state: "locked" }, "locked|lock"],
  [{ role: "state", state: "unlocked" }, "unlocked|not locked"],
  [{ role: "state", state: "home" }, "home|at home|here|in the house|inside"],
  [{ role: "state", state: "not_home" }, "away|not home|not at home|out|gone|not here"],
  [
    { role: "state", state: "detected" },
    "occupied|triggered|detected|tripped|detecting (motion|movement|anything)|motion|movement|motion detected|presence|someone|anyone|somebody|anybody",
  ],
  [{ role: "state", state: "clear" }, "clear|unoccupied|empty|vacant|not occupied|not triggered"],
  [{ role: "state", state: "wet" }, "wet|leaking|leak|flooded|moist"],
  [{ role: "state", state: "dry" }, "dry|not wet"],
  [{ role: "state", state: "playing" }, "playing"],
  [{ role: "state", state: "paused" }, "paused"],
  [{ role: "state", state: "cleaning" }, "cleaning|vacuuming|mowing"],
  [{ role: "state", state: "docked" }, "docked|charging|at home base|in its dock"],
];

/** Timers, media, weather, the clock. */
export const EN_TOPICS: WordList = [
  [{ role: "timer" }, "timer|timers|countdown|count down"],
  [{ role: "later" }, "later|from now"],
  [
    { role: "media" },
    "music|song|songs|track|item|show|media|tv show|movie|video|playback|playing|podcast|audio|tune|tunes|radio|the music|video|album",
  ],
  [{ role: "lawn" }, "lawn|grass|yard|garden"],
  [{ role: "floor_cleaner" }, "floor|floors|carpet|up|cleaner"],
  [
    { role: "weather" },
    "weather|weather like|forecast|weather forecast|(going to |gonna |)(rain|raining|snow|snowing)|like",
  ],
  [
    { role: "date" },
    "date|today's date|day|day of the week|day is it|day of the month|date is it|month|year",
  ],
  [{ role: "clock" }, "time|time is it|current time|clock|the time"],
  [
    { role: "day" },
    "today|tonight|tomorrow|outside|this week|this weekend|this morning|this evening|now",
  ],
  [
    { role: "kind", kind: { id: "person", domain: "person" } },
    "everyone|everybody|people|anyone|anybody|somebody|someone|person",
  ],
];
