using Orchestrator.Core.Types;
using Orchestrator.Import.Foreign;

namespace Orchestrator.Import.BimlFlex;

/// <summary>What types are, and what they become in targets.</summary>
internal sealed class FlexTypes
{
    private readonly Dictionary<SqlType, SqlType> _mapped = [];
    private readonly Dictionary<string, SqlType> _byName = new(StringComparer.OrdinalIgnoreCase);
    private readonly ForeignProblems _problems;

    public FlexTypes(FlexRows rows, ForeignProblems problems)
    {
        _problems = problems;
        var all = rows.Of("DataTypeMappings").ToLookup(NameOf, StringComparer.OrdinalIgnoreCase);
        foreach (var row in rows.Of("DataTypeMappings"))
        {
            if (From(row) is not { } from || To(row, all) is not { } to)
            {
                continue;
            }

            if (row.Text("connection", "connectionname").Length > 0)
            {
                problems.Warn(ForeignCodes.NoEqual, row.At,
                    $"that {from} becomes {to} was said of one connection, and holds for all of them here",
                    "write the other type at the columns that need it");
            }

            _byName.TryAdd(NameOf(row), to);
            if (!_mapped.TryAdd(from, to) && _mapped[from] != to)
            {
                problems.Error(ForeignCodes.Twice, row.At,
                    $"{from} becomes {to} here and {_mapped[from]} elsewhere; the latter counts",
                    "mappings hold for the whole solution: write the other type at the columns that need it");
            }
        }
    }

    /// <summary>The lines under `dataTypeMappings`, by the types that they are about.</summary>
    public IReadOnlyList<string> Lines =>
    [
        .. _mapped.Where(pair => pair.Key != pair.Value)
            .Select(pair => Line($"{pair.Key}", $"{pair.Value}")).Order(StringComparer.Ordinal),
    ];

    /// <summary>The type that a row says; null where it says none, or after what is wrong was said.</summary>
    public SqlType? Of(FlexRow row, string what)
    {
        if (row.Text("datatype") is not { Length: > 0 } name)
        {
            return null;
        }

        var type = UnifiedType.Of(
            name, row.Number("length"), row.Number("precision"), row.Number("scale"), out var problem);
        if (type is null)
        {
            _problems.Error(ForeignCodes.Type, row.At, $"{what} has no type that is known: {problem}",
                "write its type with length or digits");
        }

        return type;
    }

    /// <summary>What a type becomes in a target.</summary>
    /// <param name="column">The row of the column, which may name a mapping.</param>
    /// <param name="type">The type.</param>
    public SqlType Mapped(FlexRow column, SqlType type)
    {
        var named = column.Text("datatypemapping", "datatypemappingname");
        if (named.Length > 0 && _byName.TryGetValue(named, out var own))
        {
            return own;
        }

        if (named.Length > 0)
        {
            _problems.Error(ForeignCodes.Unknown, column.At,
                $"nothing that was read is the mapping '{ForeignProblems.Shown(named)}' that a column names",
                "export the table of mappings, too, or write the type at the column");
        }

        return _mapped.GetValueOrDefault(type, type);
    }

    private static string Line(string from, string to) =>
        "  - " + YamlMapText.Map([.. YamlMapText.Pair("from", from), .. YamlMapText.Pair("to", to)]);

    private static string NameOf(FlexRow row) => row.Text("datatypemappingname", "name", "datatypemapping");

    private SqlType? From(FlexRow row) => Of(row, $"the mapping '{ForeignProblems.Shown(NameOf(row))}'");

    // It names a type, or another mapping whose type is meant.
    private SqlType? To(FlexRow row, ILookup<string, FlexRow> all)
    {
        var to = row.Text("mappedtodatatype");
        if (to.Length == 0)
        {
            return null;
        }

        if (all[to].FirstOrDefault(other => other != row) is { } master)
        {
            return From(master);
        }

        var type = UnifiedType.Of(
            to, row.Number("mappedtolength", "length"), row.Number("mappedtoprecision", "precision"),
            row.Number("mappedtoscale", "scale"), out var problem);
        if (type is null)
        {
            _problems.Error(ForeignCodes.Type, row.At,
                $"'{ForeignProblems.Shown(to)}' is no type and no other mapping: {problem}", "name one of the two");
        }

        return type;
    }
}
