namespace Orchestrator.Tds;

/// <summary>A table of a store: as it was declared, and its rows as they were decoded.</summary>
internal sealed class StoredTable(string name, IReadOnlyList<Column> columns)
{
    /// <summary>Its quoted name with its schema.</summary>
    public string Name { get; } = name;

    /// <summary>The columns.</summary>
    public IReadOnlyList<Column> Columns { get; } = columns;

    /// <summary>The rows in the order in which they came.</summary>
    public List<object?[]> Rows { get; private set; } = [];

    // The values of the unique columns; null = not gathered yet.
    private HashSet<object?>? _held;

    /// <summary>Columns that together hold no values twice; empty = there are none.</summary>
    public IReadOnlyList<string> Unique { get; set; } = [];

    /// <summary>The same under another name.</summary>
    public StoredTable As(string name) => new(name, Columns) { Rows = Rows, Unique = Unique };

    /// <summary>The same with a further column, NULL in all rows.</summary>
    public StoredTable With(Column column) =>
        new(Name, [.. Columns, column]) { Rows = [.. Rows.Select(row => (object?[])[.. row, null])], Unique = Unique };

    /// <summary>Where a column stands.</summary>
    public int Place(string column) => Columns.Index()
        .Single(one => one.Item.Name.Equals(column, StringComparison.OrdinalIgnoreCase)).Index;

    /// <summary>Takes rows, or none of them; gives back what takes them away again.</summary>
    /// <exception cref="RefusedException">One breaks the rule of the table.</exception>
    public Action Add(IReadOnlyList<string> names, IReadOnlyList<object?[]> rows)
    {
        var places = names.Select(Place).ToArray();
        var widened = rows.Select(row => Widened(row, places)).ToArray();
        RefuseTwice(widened);
        Rows.AddRange(widened);
        return () => Remove(widened.ToHashSet());
    }

    /// <summary>Takes the rows away; gives back what brings them again.</summary>
    public Action Take(IReadOnlyCollection<object?[]> rows)
    {
        if (rows.Count == Rows.Count)
        {
            // In their order, should all of them come back.
            (rows, Rows, _held) = (Rows, [], null);
        }
        else
        {
            Remove(rows.ToHashSet());
        }

        return () => (Rows, _held) = ([.. rows, .. Rows], null);
    }

    /// <summary>Puts other rows into the places of some; gives back what undoes it.</summary>
    public Action Replace(IReadOnlyDictionary<object?[], object?[]> rows)
    {
        (Rows, _held) = ([.. Rows.Select(row => rows.GetValueOrDefault(row, row))], null);
        var back = rows.ToDictionary(pair => pair.Value, pair => pair.Key);
        return () => (Rows, _held) = ([.. Rows.Select(row => back.GetValueOrDefault(row, row))], null);
    }

    // Others may have put rows of theirs in between, which stay.
    private void Remove(HashSet<object?[]> rows)
    {
        _held = null;
        Rows.RemoveAll(rows.Contains);
    }

    private object?[] Widened(object?[] row, int[] places)
    {
        var wide = new object?[Columns.Count];
        for (var i = 0; i < places.Length; i++)
        {
            wide[places[i]] = Padded(Columns[places[i]].Type, row[i]);
        }

        return Columns.Index().FirstOrDefault(one => !one.Item.IsNullable && wide[one.Index] is null)
            is { Item: { } column }
            ? throw new RefusedException(
                515, $"Cannot insert the value NULL into column '{column.Name}', table '{Name}'; column does not allow "
                + "nulls. INSERT fails.")
            : wide;
    }

    // As the server does with values shorter than a type of fixed width.
    private static object? Padded(TdsType type, object? value) => (type.Kind, value) switch
    {
        (TdsKind.Char or TdsKind.NChar, string text) => text.PadRight(type.Length),
        (TdsKind.Binary, byte[] bytes) => (byte[])[.. bytes, .. new byte[type.Length - bytes.Length]],
        _ => value,
    };

    private void RefuseTwice(object?[][] rows)
    {
        if (Unique.Count == 0)
        {
            return;
        }

        var places = Unique.Select(Place).ToArray();
        object? Key(object?[] row) =>
            places.Length == 1 ? row[places[0]] : string.Join(", ", places.Select(place => row[place]));

        _held ??= Rows.Select(Key).ToHashSet();
        if (Array.Find(rows, row => !_held.Add(Key(row))) is { } twice)
        {
            _held = null;
            throw new RefusedException(
                2627, $"Violation of UNIQUE KEY constraint 'u'. Cannot insert duplicate key in object '{Name}'. The "
                + $"duplicate key value is ({Key(twice)}).");
        }
    }
}

/// <summary>What a server refuses a row with.</summary>
internal sealed class RefusedException(int number, string message) : Exception(message)
{
    /// <summary>The error's number.</summary>
    public int Number { get; } = number;
}
