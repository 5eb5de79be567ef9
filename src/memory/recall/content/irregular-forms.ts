/** English words whose forms no rule finds: past tenses and plurals of everyday talk. */

const FORMS = `
be: is are was were been am
have: has had
do: did done does
go: went gone goes
buy: bought
bring: brought
win: won
see: saw seen
take: took taken
make: made
get: got gotten
give: gave given
come: came
begin: began begun
write: wrote written
speak: spoke spoken
find: found
meet: met
tell: told
say: said
think: thought
feel: felt
keep: kept
leave: left
lose: lost
pay: paid
run: ran
sing: sang sung
sit: sat
sleep: slept
sell: sold
send: sent
spend: spent
stand: stood
swim: swam swum
teach: taught
throw: threw thrown
wear: wore worn
drive: drove driven
eat: ate eaten
fall: fell fallen
fly: flew flown
forget: forgot forgotten
forgive: forgave forgiven
grow: grew grown
hear: heard
hold: held
hide: hid hidden
know: knew known
lead: led
choose: chose chosen
build: built
catch: caught
draw: drew drawn
drink: drank drunk
fight: fought
hang: hung
ride: rode ridden
rise: rose risen
break: broke broken
become: became
wake: woke woken
steal: stole stolen
shake: shook shaken
shoot: shot
bite: bit bitten
blow: blew blown
dig: dug
feed: fed
freeze: froze frozen
lay: laid
lend: lent
light: lit
ring: rang rung
seek: sought
shine: shone
sink: sank sunk
stick: stuck
sweep: swept
swear: swore sworn
tear: tore torn
understand: understood
child: children
man: men
woman: women
person: people
mouse: mice
foot: feet
tooth: teeth
life: lives
wife: wives
knife: knives
leaf: leaves
shelf: shelves
half: halves
goose: geese
good: better best
bad: worse worst
`;

/** Each form to its word. */
export const IRREGULAR_FORMS: Readonly<Record<string, string>> = Object.fromEntries(
  FORMS.trim()
    .split("\n")
    .flatMap((line) => {
      const [word = "", forms = ""] = line.split(": ");
      return forms.split(" ").map((form) => [form, word]);
    }),
);
