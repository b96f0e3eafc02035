using Orchestrator.Tds;

namespace Orchestrator.Data.Conformance.Wire;

/// <summary>A table of the wire server: as it was declared, and its rows as they were decoded.</summary>
internal sealed class WireTable(string name, IReadOnlyList<Column> columns)
{
    /// <summary>Its quoted name with its schema.</summary>
    public string Name { get; } = name;

    /// <summary>The columns.</summary>
    public IReadOnlyList<Column> Columns { get; } = columns;

    /// <summary>The rows in the order in which they came.</summary>
    public List<object?[]> Rows { get; private set; } = [];

    // The values of the unique column; null = not gathered yet.
    private HashSet<object?>? held;

    /// <summary>A column that holds no value twice; null = there is none.</summary>
    public string? Unique { get; set; }

    /// <summary>The same under another name.</summary>
    public WireTable As(string name) => new(name, Columns) { Rows = Rows, Unique = Unique };

    /// <summary>The same with a further column, NULL in all rows.</summary>
    public WireTable With(Column column) =>
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
        var (list, before) = (Rows, Rows.Count);
        list.AddRange(widened);
        return () =>
        {
            (Rows, held) = (list, null);
            list.RemoveRange(before, list.Count - before);
        };
    }

    /// <summary>Empties it; gives back what brings the rows again.</summary>
    public Action Clear()
    {
        var before = Rows;
        (Rows, held) = ([], null);
        return () => (Rows, held) = (before, null);
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
        if (Unique is null)
        {
            return;
        }

        var place = Place(Unique);
        held ??= Rows.Select(row => row[place]).ToHashSet();
        if (Array.Find(rows, row => !held.Add(row[place])) is { } twice)
        {
            held = null;
            throw new RefusedException(
                2627, $"Violation of UNIQUE KEY constraint 'u'. Cannot insert duplicate key in object '{Name}'. The "
                + $"duplicate key value is ({twice[place]}).");
        }
    }
}

/// <summary>What a server refuses a row with.</summary>
internal sealed class RefusedException(int number, string message) : Exception(message)
{
    /// <summary>The error's number.</summary>
    public int Number { get; } = number;
}
