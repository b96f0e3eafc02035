SELECT coalesce(max(sequence), 0) FROM transitions
