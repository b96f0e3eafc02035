using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.Catalog;

/// <summary>What a change does to loads.</summary>
internal enum Impact { None, Values, Fails }

/// <summary>What a change means.</summary>
/// <param name="Impact">The worst that it does.</param>
/// <param name="Text">In words.</param>
/// <param name="Packages">The packages that it does something to.</param>
internal sealed record Meaning(Impact Impact, string Text, IReadOnlyList<string> Packages);

/// <summary>Says what a change of a database means for the objects of a solution that read and write there.</summary>
/// <param name="solution">The solution.</param>
/// <param name="connection">The connection whose database changed.</param>
/// <param name="dialect">How its platform compares names.</param>
internal sealed class ChangeMeaning(Solution solution, string connection, Dialect dialect)
{
    private readonly ObjectDefinition[] _objects = [.. solution.Projects.SelectMany(project => project.Objects)];

    public Meaning Of(Change change)
    {
        var readers = _objects.Where(each => each.Source is { Name: { } name } source
            && source.Connection == connection && IsTable(change, source.Schema, name)).ToArray();
        var writers = _objects.Where(each => each.IsLoad && each.Target.Connection == connection
            && IsTable(change, each.Target.Schema, each.Target.Name)).ToArray();
        var (written, read) = (ForWriters(change, writers), ForReaders(change, readers));
        var worst = written.Impact > read.Impact ? written.Impact : read.Impact;
        var texts = ((string[])[written.Text, read.Text]).Where(text => text.Length > 0).ToArray();
        return new Meaning(
            worst, texts.Length == 0 ? Unused(change, readers.Length + writers.Length > 0) : string.Join("; ", texts),
            [.. written.Packages.Concat(read.Packages).Distinct()]);
    }

    private static Meaning ForWriters(Change change, ObjectDefinition[] all)
    {
        var makers = all.Where(each => each.Target.Create).ToArray();
        return change.Kind switch
        {
            ChangeKind.TableRemoved when makers.Length == all.Length => Said(
                Impact.Values, makers, "makes the table anew"),
            ChangeKind.TableRemoved => Said(Impact.Fails, [.. all.Except(makers)], "fails (ORC3403): nothing makes it"),
            ChangeKind.TableKindChanged => Said(Impact.Fails, all, $"fails (ORC3401): it is a {change.New}"),
            ChangeKind.ColumnAdded when Shaped(all).All(each => each.KeepsOtherColumns) => Said(
                Impact.None, [.. Shaped(all)],
                "leaves the column alone; where it takes no NULL and has no default it fails (ORC3603)"),
            ChangeKind.ColumnAdded => Said(
                Impact.Fails, [.. Shaped(all).Where(each => !each.KeepsOtherColumns)],
                "fails (ORC3401) unless the server fills the column or somebody else has made the table"),
            ChangeKind.ColumnRemoved or ChangeKind.ColumnRenamed or ChangeKind.TypeChanged or ChangeKind.TypeNarrowed
                or ChangeKind.TypeWidened or ChangeKind.PrecisionChanged => Said(
                Impact.Fails, [.. Shaped(all)], "fails (ORC3401): the table is not what the metadata says"),
            ChangeKind.NullabilityChanged when change.New == "NOT NULL" => TakesNone([.. Shaped(all)]),
            ChangeKind.ComputedChanged when change.New.Length > 0 => Said(
                Impact.Fails, [.. Shaped(all)], "fails (ORC3401): the server fills the column"),
            ChangeKind.UniqueKeyAdded or ChangeKind.PrimaryKeyChanged or ChangeKind.ForeignKeyAdded when
                change.New.Length > 0 => Said(Impact.Values, all, "may be refused rows that break the key"),
            ChangeKind.CollationChanged or ChangeKind.EncodingChanged => Said(
                Impact.Values, all, "may find keys equal that were not, and characters that do not fit"),
            _ => Said(Impact.None, [], ""),
        };
    }

    private Meaning ForReaders(Change change, ObjectDefinition[] all)
    {
        var named = all.Where(each => each.Columns.Any(column => column.Value is null && Same(
            column.Name, change.Kind == ChangeKind.ColumnRenamed ? change.Old : change.Column))).ToArray();
        var whole = all.Where(each => each.Columns.Count == 0).ToArray();
        return change.Kind switch
        {
            ChangeKind.TableRemoved => Said(Impact.Fails, all, "fails: there is nothing to read"),
            ChangeKind.ColumnAdded when whole.Length == 0 => Said(
                Impact.None, all, "does not read it until it names it"),
            ChangeKind.ColumnAdded => Said(
                Impact.Fails, whole, "reads all columns, and its target lacks this one (ORC3401)"),
            ChangeKind.ColumnRemoved or ChangeKind.ColumnRenamed => Said(
                Impact.Fails, [.. named, .. whole],
                named.Length > 0 ? "names the column: fails" : "reads all columns: its target has one more"),
            ChangeKind.TypeChanged or ChangeKind.TypeWidened or ChangeKind.PrecisionChanged => Said(
                Impact.Values, [.. named, .. whole],
                "may read values that its target does not hold: its policies count"),
            ChangeKind.NullabilityChanged when change.New == "NULL" => Said(
                Impact.Values, [.. named, .. whole], "may read NULL: its onNull counts where the target takes none"),
            ChangeKind.UniqueKeyRemoved or ChangeKind.PrimaryKeyChanged => Said(
                Impact.Values, all, "may read several rows for one key"),
            ChangeKind.ForeignKeyAdded => Said(Impact.None, all, "may have to wait for another table (dependsOn)"),
            ChangeKind.CollationChanged or ChangeKind.EncodingChanged => Said(
                Impact.Values, all, "may read characters that its target does not hold: onEncodingLoss counts"),
            _ => Said(Impact.None, [], ""),
        };
    }

    private static string Unused(Change change, bool isUsed) => change.Kind switch
    {
        ChangeKind.TableAdded => "no object reads or writes it; `import database` makes one",
        ChangeKind.ColumnsMoved => "nothing: columns go by name",
        _ when isUsed => "nothing that a load goes by",
        _ => "nothing: no object reads or writes the table",
    };

    private static Meaning TakesNone(ObjectDefinition[] all) => all.All(each => each.TakesNullAsThere)
        ? Said(Impact.Values, all, "takes no NULL there any more: its onNull counts")
        : Said(Impact.Fails, [.. all.Where(each => !each.TakesNullAsThere)],
            "fails (ORC3401) where the metadata let the column be NULL");

    private static IEnumerable<ObjectDefinition> Shaped(ObjectDefinition[] all) =>
        all.Where(each => each.Load.Pattern.Value != LoadPattern.DropAndReload);

    private static Meaning Said(Impact impact, IReadOnlyList<ObjectDefinition> who, string text)
    {
        string[] names = [.. who.Select(each => each.FullName)];
        return names.Length == 0
            ? new Meaning(Impact.None, "", [])
            : new Meaning(impact, $"{Words.First(1, names)} {text}", names);
    }

    private bool IsTable(Change change, string? schema, string name)
    {
        var table = dialect.Table(schema, name);
        return dialect.Fold(table.Schema ?? "") == dialect.Fold(change.Schema ?? "")
            && Same(table.Name, change.Table);
    }

    private bool Same(string one, string other) => dialect.Fold(one) == dialect.Fold(other);
}
