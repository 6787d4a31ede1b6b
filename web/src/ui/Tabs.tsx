// A row of tabs with arrow keys, as screen readers expect them.
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

/** One tab. */
export interface Tab<Name extends string> {
  readonly name: Name;
  readonly title: string;
}

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  readonly children: ComponentChildren;
}

/** The tabs, and the panel of the chosen one as children. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, chosen, onChoose, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.name === chosen);
    const next = (at + step + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (!tab) return;
    onChoose(tab.name);
    list.current?.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div class="tabs">
      <div ref={list} role="tablist" aria-label={label} tabIndex={-1} onKeyDown={onKey}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab.name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === chosen ? 0 : -1}
            onClick={() => onChoose(tab.name)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} class="stacked">
        {children}
      </div>
    </div>
  );
}
