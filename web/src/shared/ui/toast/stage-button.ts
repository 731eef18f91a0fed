// Class names of buttons on the dark stage: primary and secondary.
const base = 'h-7 px-2.5 rounded-control text-12 font-medium whitespace-nowrap'

export const stageActionClass = `${base} bg-stage-ink text-on-stage hover:opacity-90`
export const stageQuietClass = `${base} text-stage-ink-2 hover:text-stage-ink hover:bg-stage-2`
