/** A control for any capability that takes commands, made from what the device says of itself. */
import {
  type BinaryCapability,
  type EnumCapability,
  isOn,
  isRanged,
  type NumericCapability,
} from "../model/capability.ts";
import { binaryWords, capabilityName, enumText, isDeed, valueText } from "../model/value.ts";
import { act } from "../state/ask.ts";
import { words } from "../state/preferences.ts";
import { wish } from "../state/wishes.ts";
import { ColorControl } from "./color-control.tsx";
import { type ControlProps, phaseOfControl } from "./control-props.ts";
import { RangeControl } from "./range-control.tsx";
import { Toggle } from "./toggle.tsx";

/** The control that suits a capability. */
export function Control({ device, capability, state }: ControlProps) {
  switch (capability.kind) {
    case "binary":
      return <BinaryControl device={device} capability={capability} state={state} />;
    case "numeric":
      return isRanged(capability) ? (
        <RangeControl device={device} capability={capability} state={state} />
      ) : (
        <NumberControl device={device} capability={capability} state={state} />
      );
    case "enum":
      return <EnumControl device={device} capability={capability} state={state} />;
    case "color":
      return <ColorControl device={device} capability={capability} state={state} />;
    case "text":
      return null;
  }
}

function BinaryControl({ device, capability, state }: ControlProps<BinaryCapability>) {
  const t = words.value;
  const on = isOn(capability, state);
  const name = capabilityName(capability, t);
  const phase = phaseOfControl(device, capability);
  const value = binaryWords(capability, t, device.deviceClass)[on ? 0 : 1];
  return (
    <div class="control control--row" data-capability={capability.name} data-phase={phase}>
      <span class="control__name">
        <bdi>{name}</bdi>
      </span>
      <span class="control__value">{value}</span>
      <Toggle
        label={`${device.name} ${name}`}
        on={on}
        busy={phase === "pending"}
        onToggle={() => act(device, capability.name, on ? capability.valueOff : capability.valueOn)}
      />
    </div>
  );
}

function EnumControl({ device, capability, state }: ControlProps<EnumCapability>) {
  const t = words.value;
  const name = capabilityName(capability, t);
  const deed = isDeed(capability);
  const value = state[capability.name];
  return (
    <div
      class="control"
      data-capability={capability.name}
      data-phase={phaseOfControl(device, capability)}
    >
      <span class="control__name" id={`control-${capability.name}`}>
        <bdi>{name}</bdi>
      </span>
      <fieldset class="chips" aria-labelledby={`control-${capability.name}`}>
        {capability.values.map((candidate) => (
          <button
            key={candidate}
            type="button"
            class="chip"
            {...(deed ? {} : { "aria-pressed": candidate === value })}
            onClick={() => wish(device.id, capability.name, candidate)}
          >
            <bdi>{enumText(candidate, t)}</bdi>
          </button>
        ))}
      </fieldset>
    </div>
  );
}

function NumberControl({ device, capability, state }: ControlProps<NumericCapability>) {
  const t = words.value;
  const name = capabilityName(capability, t);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const value = Number(new FormData(form).get("value"));
    if (Number.isFinite(value)) wish(device.id, capability.name, value);
  };
  return (
    <form
      class="control control--row"
      data-capability={capability.name}
      data-phase={phaseOfControl(device, capability)}
      onSubmit={onSubmit}
    >
      <span class="control__name">
        <bdi>{name}</bdi>
      </span>
      <span class="control__value">{valueText(capability, state[capability.name], t)}</span>
      <input
        class="field control__number"
        name="value"
        type="number"
        inputMode="decimal"
        aria-label={`${device.name} ${name}`}
        step={capability.step ?? "any"}
        {...(capability.min === undefined ? {} : { min: capability.min })}
        {...(capability.max === undefined ? {} : { max: capability.max })}
      />
      <button type="submit" class="button button--quiet">
        {t.sheet.send}
      </button>
    </form>
  );
}
