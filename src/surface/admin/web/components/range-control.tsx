/** A slider over a capability's range: sends while it is dragged, shows the wish at once. */
import { numberAt, type RangedCapability } from "../model/capability.ts";
import { isMired } from "../model/color.ts";
import { shareOf, snap, stepOf } from "../model/percent.ts";
import { capabilityName, valueText } from "../model/value.ts";
import { words } from "../state/preferences.ts";
import { wish } from "../state/wishes.ts";
import { type ControlProps, phaseOfControl } from "./control-props.ts";
import { Icon } from "./icon.tsx";

/** What a slider looks like. */
type Look = "fill" | "warmth" | "dial";

/** Draws the slider. A temperature to set has a minus and a plus too: nobody hits half a degree by sliding. */
export function RangeControl({ device, capability, state }: ControlProps<RangedCapability>) {
  const t = words.value;
  const name = capabilityName(capability, t);
  const raw = numberAt(state, capability.name);
  const value = raw ?? capability.min;
  const look = lookOf(capability);
  const flipped = look === "warmth" && isMired(capability.unit, capability.max);
  const share = shareOf(capability, value);
  const text = valueText(capability, raw ?? null, t);
  const send = (next: number) => wish(device.id, capability.name, snap(capability, next));
  const slider = (
    <input
      type="range"
      class={`slider slider--${look}${flipped ? " slider--flipped" : ""}`}
      min={capability.min}
      max={capability.max}
      step={stepOf(capability)}
      value={value}
      aria-label={`${device.name} ${name}`}
      aria-valuetext={text}
      style={{ "--part": share }}
      onInput={(event) => send(event.currentTarget.valueAsNumber)}
    />
  );
  return (
    <div
      class={`control control--${look}`}
      data-capability={capability.name}
      data-phase={phaseOfControl(device, capability)}
    >
      <div class="control__line">
        <span class="control__name">
          <bdi>{name}</bdi>
        </span>
        <span class="control__value">
          <bdi>{text}</bdi>
        </span>
      </div>
      {look === "dial" ? (
        <div class="dial">
          <Step
            name={`${name} −`}
            icon="minus"
            off={value <= capability.min}
            onStep={() => send(value - stepOf(capability))}
          />
          {slider}
          <Step
            name={`${name} +`}
            icon="plus"
            off={value >= capability.max}
            onStep={() => send(value + stepOf(capability))}
          />
        </div>
      ) : (
        slider
      )}
    </div>
  );
}

function Step(props: { name: string; icon: "minus" | "plus"; off: boolean; onStep: () => void }) {
  return (
    <button
      type="button"
      class="round"
      aria-label={props.name}
      disabled={props.off}
      onClick={props.onStep}
    >
      <Icon name={props.icon} />
    </button>
  );
}

function lookOf(capability: RangedCapability): Look {
  if (capability.name === "color_temp") return "warmth";
  return capability.name.startsWith("target_") ? "dial" : "fill";
}
