// The class names of menus and popovers. The first line resets the browser's default styles of the popover attribute.
export const popupClass =
  'fixed inset-auto m-0 w-max max-w-[calc(100vw-16px)] overflow-y-auto p-1 rounded-control bg-surface-solid text-ink border border-edge shadow-2 outline-none settle starting:opacity-0 starting:-translate-y-1'
