using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Data.Scd;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;

namespace Orchestrator.Packages.Scd;

/// <summary>The columns that a table of versions has beside those that rows bring.</summary>
internal static class VersionColumns
{
    private static readonly SqlType Numbers = new(SqlTypeKind.BigInt);

    /// <summary>In order, for a target whose other columns are known; empty where it keeps no versions.</summary>
    /// <param name="definition">The object.</param>
    /// <param name="written">The columns that rows bring.</param>
    /// <param name="kept">What the target makes of a column.</param>
    public static IReadOnlyList<RowColumn> Of(
        ObjectDefinition definition, IReadOnlyList<RowColumn> written, Func<RowColumn, RowColumn> kept)
    {
        if (definition.Scd is not { } scd)
        {
            return [];
        }

        return
        [
            .. definition.Columns.Where(column => column.Previous is not null)
                .Select(column => Beside(column, column.Previous!, written)),
            .. definition.Columns.Where(column => column.Current is not null)
                .Select(column => Beside(column, column.Current!, written)),
            .. definition.SystemColumns.Where(column => !IsFilled(column) && column.Role != HashColumn.Role)
                .Select(column => kept(new RowColumn(
                    column.Column, column.DataType, column.Role == "RowEffectiveToDate" && scd.OpenEnd is null))),
            .. scd.SurrogateKey is { } key ? [kept(new RowColumn(key, Numbers, Nullable: false))]
                : Array.Empty<RowColumn>(),
        ];
    }

    /// <summary>Whether one value stands in all rows of a load.</summary>
    public static bool IsFilled(SystemColumn column) => column.Role is "RowAuditId" or "RowRecordSource";

    /// <summary>
    /// Which columns are hashed, by their places among those that rows bring; null = all. In the order of their names:
    /// who moves a column in the metadata changes no version.
    /// </summary>
    public static IReadOnlyList<int>? Hashed(ObjectDefinition definition, IReadOnlyList<RowColumn> moved) =>
        definition.Scd is null ? null :
        [
            .. moved.Index().Where(one => definition.Columns.Any(column =>
                    column is { Key: 0, Change: ColumnChange.Track } && column.Target == one.Item.Name))
                .OrderBy(one => one.Item.Name, StringComparer.Ordinal).Select(one => one.Index),
        ];

    /// <summary>All of them by what they are for.</summary>
    /// <param name="definition">The object.</param>
    /// <param name="written">The columns that rows bring.</param>
    /// <param name="versions">Those beside them, as <see cref="Of"/> gives them.</param>
    /// <param name="isNumbered">Whether the database itself numbers the versions.</param>
    public static VersionedRows Roles(
        ObjectDefinition definition, IReadOnlyList<RowColumn> written, IReadOnlyList<RowColumn> versions,
        bool isNumbered)
    {
        var scd = definition.Scd!;
        var byName = written.Concat(versions).ToDictionary(column => column.Name);
        RowColumn Role(string role) => byName[definition.SystemColumns.First(one => one.Role == role).Column];
        var ofKey = definition.Columns.SelectMany(column => OfKey(column, byName)).ToArray();
        var shared = ofKey.Select(one => one.Column.Name).ToHashSet(StringComparer.Ordinal);
        string[] key = [.. definition.Columns.Where(c => c.Key > 0).OrderBy(c => c.Key).Select(c => c.Target)];
        return new VersionedRows
        {
            Key = [.. key.Select(name => byName[name])],
            Own = [.. written.Where(column => !key.Contains(column.Name) && !shared.Contains(column.Name))],
            OfKey = ofKey,
            Effective = definition.Columns.FirstOrDefault(c => c.Name == scd.EffectiveFrom)?.Target,
            Hash = Role(HashColumn.Role).Name,
            Audit = Role("RowAuditId").Name,
            From = Role("RowEffectiveFromDate"),
            To = Role("RowEffectiveToDate"),
            Current = Role("RowIsCurrent"),
            Version = Role("RowVersion"),
            Deleted = scd.Deletes == DeletedRows.Flag ? Role("RowIsDeleted") : null,
            Surrogate = scd.SurrogateKey is { } number && !isNumbered ? byName[number] : null,
            IsWhole = scd.Deletes != DeletedRows.Ignore,
            Closes = scd.Deletes == DeletedRows.Close,
        };
    }

    private static IEnumerable<KeyColumn> OfKey(ColumnDefinition column, Dictionary<string, RowColumn> byName)
    {
        if (column.Key == 0 && column.Change is ColumnChange.Overwrite or ColumnChange.Fixed or ColumnChange.Previous)
        {
            yield return new KeyColumn(
                byName[column.Target], column.Target,
                column.Change == ColumnChange.Fixed ? KeyValue.First : KeyValue.Newest,
                column.Previous is { } previous ? byName[previous] : null);
        }

        if (column.Current is { } current)
        {
            yield return new KeyColumn(byName[current], column.Target, KeyValue.Newest);
        }
    }

    private static RowColumn Beside(ColumnDefinition column, string name, IReadOnlyList<RowColumn> written) =>
        written.First(one => one.Name == column.Target) with
        {
            Name = name,
            Nullable = column.Previous is not null || column.Nullable,
            Source = ValueSource.Rows,
        };
}
