/** A lamp's color: a dozen named swatches, and the phone's own picker for any other. */
import type { Capability } from "#contract";
import { isHexColor, SWATCHES } from "../model/color.ts";
import { capabilityName } from "../model/value.ts";
import { words } from "../state/preferences.ts";
import { wish } from "../state/wishes.ts";
import { type ControlProps, phaseOfControl } from "./control-props.ts";

/** Draws the swatches. */
export function ColorControl({ device, capability, state }: ControlProps<Capability>) {
  const t = words.value;
  const now = state[capability.name];
  const color = isHexColor(now) ? now.toLowerCase() : null;
  return (
    <div
      class="control"
      data-capability={capability.name}
      data-phase={phaseOfControl(device, capability)}
    >
      <span class="control__name" id="control-color">
        <bdi>{capabilityName(capability, t)}</bdi>
      </span>
      <fieldset class="swatches" aria-labelledby="control-color">
        {SWATCHES.map(([name, hex]) => (
          <button
            key={hex}
            type="button"
            class="swatch"
            aria-label={t.devices.colors[name]}
            aria-pressed={hex === color}
            style={{ "--swatch": hex }}
            onClick={() => wish(device.id, capability.name, hex)}
          >
            <span />
          </button>
        ))}
        <label class="swatch swatch--any" style={{ "--swatch": color ?? "transparent" }}>
          <input
            type="color"
            aria-label={t.sheet.pickColor}
            value={color ?? "#ffffff"}
            onInput={(event) => wish(device.id, capability.name, event.currentTarget.value)}
          />
          <span />
        </label>
      </fieldset>
    </div>
  );
}
