interface Coords {
  lat: number;
  lng: number;
}

/** Where a place can be looked at, and its name in numbers. */
export const placeOf = ({ lat, lng }: Coords) => ({
  address: `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=15/${lat}/${lng}`,
  numbers: `${lat.toFixed(5)}, ${lng.toFixed(5)}`,
});
