import type { Panel } from "../../../app/panel";
import { h, setAttribute, setText, showText } from "../../../ui/dom";
import { bytes } from "../../../ui/numbers";
import { type Following, isFollowed } from "../session/recording";
import { get, type State } from "../session/state";

/** Beside the file's name: follows a recording that grows, if possible, and shows the state. */
export function followButton(): Panel<State> & { state: HTMLElement } {
  const state = h("p", { class: "follow-state", hidden: true });
  const root = h("button", { class: "quiet", hidden: true, onclick: () => void toggle() });
  return {
    root,
    state,
    render: ({ current }) => {
      const following = current?.following ?? { is: "off" as const };
      const isOther = current?.kind != null && current.kind.readAs !== null;
      root.hidden = !current?.growing || isOther;
      const isOn = isFollowed(following);
      setText(root, isOn ? "Stop following" : "Follow");
      setAttribute(root, "aria-pressed", String(isOn));
      setAttribute(root, "title", isOn ? "Keep what was read" : "Continue reading while the recording grows");
      const text = textOf(following);
      showText(state, text);
    },
  };
}

function textOf(following: Following): string {
  switch (following.is) {
    case "off":
      return "";
    case "joining":
      return following.anew ? "The file was cut or rewritten: read from its beginning" : "";
    case "following": {
      const seconds = Math.floor((performance.now() - following.changed) / 1000);
      const since = following.anew ? "following the rewritten file" : "following";
      const rest = following.pending > 0 ? `, ${bytes(following.pending)} of an unfinished frame` : "";
      return `${since}, last change ${seconds} s ago${rest}`;
    }
    case "ended":
      return following.why;
  }
}

async function toggle(): Promise<void> {
  const { current } = get();
  if (!current) return;
  if (isFollowed(current.following)) current.stop?.();
  else (await import("../session/following")).follow(current);
}
