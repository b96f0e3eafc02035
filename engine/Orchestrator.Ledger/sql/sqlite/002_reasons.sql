-- The one reason why a node that has not ended is not further: a word, what it waits for, since when.
ALTER TABLE nodes ADD COLUMN reason TEXT;
ALTER TABLE nodes ADD COLUMN reason_object TEXT NOT NULL DEFAULT '';
ALTER TABLE nodes ADD COLUMN reason_since INTEGER;

-- Working is no wait; its time stands with the attempt.
DELETE FROM waits WHERE reason = 'Working';
