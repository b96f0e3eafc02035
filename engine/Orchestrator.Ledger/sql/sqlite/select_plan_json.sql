SELECT json FROM plans WHERE hash = ?1
