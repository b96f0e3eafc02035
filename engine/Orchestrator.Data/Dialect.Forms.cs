using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <content>Values that stand in several forms, where a database takes those for several values.</content>
public abstract partial class Dialect
{
    /// <summary>
    /// A condition that a value of a column, which is not NULL, stands in another form than a load writes it in, so
    /// that equal ones would not be found equal; null = the database has one form for each value.
    /// </summary>
    /// <param name="type">The column's type.</param>
    public virtual string? IsInOtherForm(SqlType type, string value) => null;

    /// <summary>
    /// What is the same for all forms in which loads may write equal values of a column, as each source gives them;
    /// null = there is one form.
    /// </summary>
    /// <param name="type">The column's type.</param>
    /// <param name="value">A value that <see cref="IsInOtherForm"/> does not tell.</param>
    public virtual string? InAnyForm(SqlType type, string value) => null;

    /// <summary>Questions how many values of a column stand in another form than loads write, and for one of them;
    /// null = none can.</summary>
    public (string Count, string First)? OtherForms(TableName table, RowColumn column)
    {
        var name = Quote(column.Name);
        return IsInOtherForm(column.Type, name) is not { } isOther ? null
            : Others($"{name} IS NOT NULL AND {isOther}");

        (string Count, string First) Others(string which) =>
            ($"{Count(table)} WHERE {which}", First($"SELECT {name} FROM {Quote(table)} WHERE {which}"));
    }

    /// <summary>Questions how many rows have a key that a target holds in another form alone, and for one of them;
    /// null = none can.</summary>
    /// <param name="key">The columns of the key.</param>
    public (string Count, string First)? HeldInOtherForm(
        TableName rows, TableName target, IReadOnlyList<RowColumn> key)
    {
        if (SeveralForms(key) is not { } several)
        {
            return null;
        }

        var matches = Conditions.All(key.Select(column => $"t.{Quote(column.Name)} = s.{Quote(column.Name)}"));
        var from = $"FROM {Quote(rows)} AS s {Unmatched(target, matches, key[0].Name)}{Several(key, "s", " AND ")} "
            + $"AND ({AnyForms(key, "s")}) IN "
            + $"(SELECT {AnyForms(key, "h")} FROM {Quote(target)} AS h{Several(key, "h", " WHERE ")})";
        return ($"SELECT {CountRows} {from}", First($"SELECT s.{Quote(several.Name)} {from}"));
    }

    /// <summary>Questions how many keys rows have in several forms, and for one of them; null = none can.</summary>
    /// <param name="key">The columns of the key.</param>
    public (string Count, string First)? InSeveralForms(TableName rows, IReadOnlyList<RowColumn> key)
    {
        if (SeveralForms(key) is not { } several)
        {
            return null;
        }

        var differ = key.Where(column => InAnyForm(column.Type, "s") is not null)
            .Select(column => $"count(DISTINCT s.{Quote(column.Name)}) > 1");
        var from = $"FROM {Quote(rows)} AS s GROUP BY {AnyForms(key, "s")} HAVING {Conditions.Any(differ)}";
        return (
            $"SELECT {CountRows} FROM (SELECT 1 AS found {from}) AS f",
            First($"SELECT {Least($"s.{Quote(several.Name)}")} {from}"));
    }

    /// <summary>That a value can stand in another form as well, which is cheaper to ask than for what all forms have in
    /// common; null = any value can.</summary>
    /// <param name="type">The column's type, which <see cref="InAnyForm"/> knows.</param>
    /// <param name="value">The value.</param>
    protected virtual string? HasOtherForms(SqlType type, string value) => null;

    /// <summary>One of the values of a group, of any type that <see cref="InAnyForm"/> knows.</summary>
    protected virtual string Least(string value) => $"min({value})";

    private RowColumn? SeveralForms(IReadOnlyList<RowColumn> key) =>
        key.FirstOrDefault(column => InAnyForm(column.Type, "s") is not null);

    // The rows of a key in which one column at least has several forms.
    private string Several(IReadOnlyList<RowColumn> key, string alias, string word)
    {
        string?[] several = [.. key.Where(column => InAnyForm(column.Type, alias) is not null)
            .Select(column => HasOtherForms(column.Type, $"{alias}.{Quote(column.Name)}"))];
        return several.Any(one => one is null) ? "" : $"{word}({Conditions.Any(several.OfType<string>())})";
    }

    private string AnyForms(IReadOnlyList<RowColumn> key, string alias) => string.Join(", ", key
        .Select(column => (column.Type, Value: $"{alias}.{Quote(column.Name)}"))
        .Select(one => InAnyForm(one.Type, one.Value) ?? one.Value));
}
