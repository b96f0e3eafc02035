using Orchestrator.Import.Foreign;

namespace Orchestrator.Import.BimlFlex;

/// <summary>Makes columns of the rows of an object.</summary>
/// <param name="types">What types are and become.</param>
/// <param name="system">The columns that the engine fills.</param>
/// <param name="targetOf">The row of the column that a text names.</param>
/// <param name="problems">Takes what is wrong.</param>
internal sealed class FlexColumns(
    FlexTypes types, FlexSystemColumns system, Func<string, FlexRow?> targetOf, ForeignProblems problems)
{
    private const string Ignored = "ign";
    private const string Transient = "trs";
    private const string History = "hst";
    private const string OfKey = "key";

    // Codes and names of what only a Data Vault makes of a column.
    private static readonly string[] OfVault =
    [
        "ref", "linkreference", "dga", "linkdegenerate", "lsr", "linksatellitereference", "sth", "stubhub", "ldk",
        "drivingkey", "mak", "multiactiverow", "hrf", "hubreference", "lnk", "linknaturalkey", "hnk", "hubnaturalkey",
        "mas", "multiactiveset",
    ];

    /// <summary>The columns that are loaded, in order.</summary>
    public IReadOnlyList<FlexColumn> Of(IEnumerable<FlexRow> rows)
    {
        FlexRow[] all = [.. rows.OrderBy(row => row.Number("ordinal") ?? int.MaxValue)];
        FlexRow[] loaded = [.. all.Where(IsLoaded)];
        SayTwice(loaded, NameOf, "is exported twice for one object, and the first of them counts",
            "export one version of the model");
        var wanted = loaded.DistinctBy(NameOf, StringComparer.OrdinalIgnoreCase).ToArray();
        FlexRow[] keys = [.. KeyOf(all).DistinctBy(NameOf, StringComparer.OrdinalIgnoreCase)];
        FlexColumn[] made = [.. wanted.Select(row => Column(row, Array.IndexOf(keys, row) + 1))];
        var targets = made.ToDictionary(column => column.Row, column => column.Target);
        SayTwice(targets.Keys, row => targets[row], "is what two columns would be called in the target",
            "give one of them another alias");
        return WholeKey(
            keys, [.. made.DistinctBy(column => column.Target, StringComparer.OrdinalIgnoreCase)]);
    }

    // Half of a key takes rows for one that are several.
    private FlexColumn[] WholeKey(FlexRow[] keys, FlexColumn[] columns)
    {
        var left = keys.FirstOrDefault(key => !Array.Exists(columns, column => column.Row == key));
        if (left is null)
        {
            return columns;
        }

        problems.Error(ForeignCodes.Unknown, left.At,
            $"the column '{ForeignProblems.Shown(NameOf(left))}' is part of the key and is not loaded: the object has "
            + "no key here", "load the column, too, or mark a key without it");
        return [.. columns.Select(column => column with { Key = 0 })];
    }

    private void SayTwice(IEnumerable<FlexRow> rows, Func<FlexRow, string> nameOf, string what, string hint)
    {
        foreach (var again in rows.GroupBy(nameOf, StringComparer.OrdinalIgnoreCase).SelectMany(same => same.Skip(1)))
        {
            problems.Error(
                ForeignCodes.Twice, again.At, $"the column '{ForeignProblems.Shown(nameOf(again))}' {what}", hint);
        }
    }

    public static string NameOf(FlexRow row) => row.Text("columnname", "name", "column");

    private bool IsLoaded(FlexRow row)
    {
        var (name, change) = (NameOf(row), ChangeOf(row));
        if (name.Length == 0)
        {
            problems.Error(ForeignCodes.Unknown, row.At, "the column has no name", "give it one");
            return false;
        }

        if (MetadataNames.ColumnRefusal(name) is { } why)
        {
            problems.Error(ForeignCodes.NoEqual, row.At,
                $"metadata cannot say the name of the column '{ForeignProblems.Shown(name)}': {why}",
                "have a view of the source give it another one");
            return false;
        }

        if (row.Text("dataflowexpression").Length > 0)
        {
            problems.Error(ForeignCodes.Expression, row.At,
                $"the column '{ForeignProblems.Shown(name)}' is computed by the data flow, and is left out",
                "write it in SQL, as `sourceExpression` or `targetExpression` of the column");
            return false;
        }

        if (row.Flag("derived") == true && row.Text("sqlsourceexpression").Length == 0)
        {
            problems.Error(ForeignCodes.Expression, row.At,
                $"the column '{ForeignProblems.Shown(name)}' is derived, and nothing says of what; it is left out",
                "write it in SQL, as `sourceExpression` of the column");
            return false;
        }

        if (Is(change, Ignored, "ignore") || Is(change, Transient, "transient"))
        {
            return false;
        }

        if (system.Fills(name))
        {
            problems.Warn(ForeignCodes.NoEqual, row.At,
                $"the column '{ForeignProblems.Shown(name)}' is one that each load fills, and is not read",
                "have a view of the source give it another name where it is one of the source's own");
            return false;
        }

        return true;
    }

    private FlexColumn Column(FlexRow row, int key)
    {
        var name = NameOf(row);
        var target = row.Text("targetcolumn") is { Length: > 0 } path ? Target(row, path) : null;
        var change = target is null ? ChangeOf(row) : ChangeOf(target);
        if (OfVault.Contains(FlexRow.Key(change)))
        {
            problems.Warn(ForeignCodes.DataVault, row.At,
                $"what a Data Vault makes of the column '{ForeignProblems.Shown(name)}' is not imported",
                "it is loaded as any other");
        }

        if (row.Text("defaultvalue").Length > 0)
        {
            problems.Warn(ForeignCodes.NoEqual, row.At,
                $"the default of the column '{ForeignProblems.Shown(name)}' is not imported",
                "write `sourceExpression` with coalesce, or give the table the default");
        }

        var source = types.Of(row, $"the column '{ForeignProblems.Shown(name)}'");
        var own = target is null ? null
            : types.Of(target, $"the column '{ForeignProblems.Shown(NameOf(target))}'");
        return new FlexColumn(row, name)
        {
            Target = Said(row, name, target is not null ? NameOf(target)
                : row.Text("columnalias") is { Length: > 0 } alias ? alias : name),
            SourceType = source,
            Type = own is null && source is { } type ? types.Mapped(row, type) : own,
            Key = key,
            Nullable = row.Flag("nullable") ?? true,
            IsTracked = key == 0 && Is(change, History, "trackhistory"),
        };
    }

    private string Said(FlexRow row, string name, string target)
    {
        if (MetadataNames.ColumnRefusal(target) is not { } why)
        {
            return target;
        }

        problems.Error(ForeignCodes.NoEqual, row.At,
            $"metadata cannot say the name '{ForeignProblems.Shown(target)}' that a column has in the target: {why}",
            "give it another alias; its name in the source is taken");
        return name;
    }

    private FlexRow? Target(FlexRow row, string path)
    {
        if (targetOf(path) is { } found)
        {
            return found;
        }

        problems.Error(ForeignCodes.Unknown, row.At,
            $"nothing that was read is the target column '{ForeignProblems.Shown(path)}'",
            "export the columns of the target, too; its name in the source is taken");
        return null;
    }

    // The key of the source; where none is told, the one by which rows are integrated.
    private static FlexRow[] KeyOf(FlexRow[] rows)
    {
        FlexRow[] By(Func<FlexRow, bool> isKey) => [.. rows.Where(isKey)];
        var primary = By(row => row.Flag("primarykey") == true || Is(ChangeOf(row), OfKey, OfKey));
        var source = primary.Length > 0 ? primary : By(row => row.Flag("sourcekey") == true);
        return source.Length > 0 ? source : By(row => row.Flag("integrationkey", "businesskey") == true);
    }

    private static string ChangeOf(FlexRow row) => row.Text("changetype");

    private static bool Is(string change, string code, string name) => FlexRow.Key(change) is var key
        && (key == code || key == name);
}
