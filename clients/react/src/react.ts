// What the kit takes of React, in one place: one import in what is published.
export {
	type CSSProperties,
	createContext,
	createElement,
	type ReactNode,
	type RefObject,
	useCallback,
	useContext,
	useEffect,
	useMemo,
	useRef,
	useState,
} from "react";
