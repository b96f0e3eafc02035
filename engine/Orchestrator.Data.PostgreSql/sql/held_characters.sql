DO $held$
DECLARE
  held text[] := '{}';
  one bytea;
BEGIN
  -- Of an encoding of single bytes each byte is asked for; of the others each character, as UTF-8.
  FOR i IN 128 .. (CASE WHEN left(@encoding, 4) = 'EUC_' THEN 173791 ELSE 255 END) LOOP
    CONTINUE WHEN i BETWEEN 55296 AND 57343 OR i BETWEEN 65536 AND 131071;
    BEGIN
      IF left(@encoding, 4) = 'EUC_' THEN
        one := decode(CASE
          WHEN i < 2048 THEN to_hex(49280 | ((i >> 6) << 8) | (i & 63))
          WHEN i < 65536 THEN to_hex(14712960 | ((i >> 12) << 16) | (((i >> 6) & 63) << 8) | (i & 63))
          ELSE to_hex(4034953344::bigint | ((i >> 18)::bigint << 24) | (((i >> 12) & 63) << 16)
            | (((i >> 6) & 63) << 8) | (i & 63)) END, 'hex');
      ELSE
        one := convert(set_byte(decode('00', 'hex'), 0, i), @encoding, 'UTF8');
      END IF;
      -- What does not come back as it was is not held, although it may be taken.
      IF convert(convert(one, 'UTF8', @encoding), @encoding, 'UTF8') = one THEN
        held := held || encode(one, 'hex');
      END IF;
    EXCEPTION WHEN OTHERS THEN
      NULL;
    END;
  END LOOP;
  PERFORM set_config('orchestrator.held', array_to_string(held, ' '), true);
END
$held$
