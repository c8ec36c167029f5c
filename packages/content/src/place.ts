interface Coords {
  lat: number;
  lng: number;
}

/** A link to a map, and the coordinates as text. */
export const placeOf = ({ lat, lng }: Coords) => ({
  address: `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=15/${lat}/${lng}`,
  numbers: `${lat.toFixed(5)}, ${lng.toFixed(5)}`,
});
