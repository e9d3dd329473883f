import "./notes.css";
import type { Panel } from "../../../app/panel";
import { announce } from "../../../ui/announce";
import { h, quietButton, replaceKeepingFocus } from "../../../ui/dom";
import {
  applyMeasurement,
  forgetMeasurement,
  LONGEST_NAME,
  type Measurement,
  savedMeasurements,
  saveMeasurement,
  toggleDefault,
} from "../session/measurements";
import type { State } from "../session/state";

/** Saved measurements: a click applies one, a star applies it to the next opened recordings. */
export function measurementsBody(): Panel<State> {
  const list = h("ul", { "aria-label": "Saved measurements" });
  const name = h("input", {
    type: "text",
    class: "small-box",
    maxlength: LONGEST_NAME,
    autocomplete: "off",
    placeholder: "signal and idler",
    "aria-label": "Name of the measurement",
    onkeydown: (event: KeyboardEvent) => event.key === "Enter" && save(),
  });
  const add = h("button", { class: "small", onclick: () => save() }, "Save what is shown");

  function save(): void {
    const text = name.value.trim();
    if (text === "") {
      name.focus();
      return;
    }
    saveMeasurement(text);
    announce(`Saved as ${text}.`);
    name.value = "";
  }

  return {
    root: h("div", { class: "notes-body" }, list, h("div", { class: "notes-name" }, name, add)),
    render: () => replaceKeepingFocus(list, ...savedMeasurements().map(row)),
  };
}

function row(measurement: Measurement): HTMLElement {
  const { name, isDefault } = measurement;
  return h(
    "li",
    {},
    quietButton(
      name,
      () => {
        applyMeasurement(measurement);
        announce(`${name} is applied.`);
      },
      { title: "Measure this in the recording on the page" },
    ),
    quietButton("★", () => toggleDefault(name), {
      "aria-label": `Measure ${name} in files that are opened`,
      "aria-pressed": String(isDefault),
      title: isDefault ? "Applied to files that are opened" : "Apply it to files that are opened",
    }),
    quietButton("×", () => forgetMeasurement(name), {
      "aria-label": `Forget the measurement ${name}`,
      title: "Forget it",
    }),
  );
}
