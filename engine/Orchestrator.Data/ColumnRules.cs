using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <summary>
/// Which columns a store can have, and what they hold: a database by its dialect, a file by its format.
/// </summary>
public abstract class ColumnRules
{
    /// <summary>Why a name cannot be used for a column, as the end of a sentence; null where it can.</summary>
    public abstract string? ColumnRefusal(string name);

    /// <summary>Why a column cannot have a type, as the end of a sentence; null where it can.</summary>
    public abstract string? TypeRefusal(SqlType type);

    /// <summary>
    /// The type as which a column that was declared with this one is found again: what it really holds. Narrower or
    /// wider than the declared one where the platform has no equal.
    /// </summary>
    public virtual SqlType Kept(SqlType declared) => declared;

    /// <summary>What a column holds beyond or short of its neutral type.</summary>
    public virtual ColumnLimits Limits(RowColumn column) => ColumnLimits.OfType;

    /// <summary>The same for a store whose columns differ by their place, from 0, among so many.</summary>
    public virtual ColumnLimits LimitsAt(RowColumn column, int place, int count) => Limits(column);

    /// <summary>
    /// Whether only the database at hand knows what the column holds, so that <see cref="IDatabase.Complete"/> must be
    /// asked before <see cref="Limits"/>.
    /// </summary>
    public virtual bool IsKnownByDatabase(RowColumn column) => false;

    /// <summary>Whether the store may refuse a value of the column that the guard lets pass.</summary>
    public virtual bool MayRefuse(RowColumn column) => column.Native is not null;

    /// <summary>The name as the platform compares it.</summary>
    public abstract string Fold(string name);

    /// <summary>Columns by their names.</summary>
    public Named<string, T> ByName<T>(IEnumerable<T> columns, Func<T, string> nameOf)
        where T : class => new(columns, nameOf, Fold);

    /// <summary>
    /// What tells names apart: the name folded; as it is where a list has several that folding makes one.
    /// </summary>
    /// <param name="lists">The names, by list.</param>
    public Func<string, string> Keys(params IEnumerable<IEnumerable<string>> lists)
    {
        var several = lists.SelectMany(names => names.GroupBy(Fold).Where(same => same.Skip(1).Any()))
            .Select(same => same.Key).ToHashSet(StringComparer.Ordinal);
        return name => several.Contains(Fold(name)) ? name : Fold(name);
    }

    /// <summary>The first name that the platform cannot tell from an earlier one; null where all differ.</summary>
    public string? FirstDuplicate(IEnumerable<string> names)
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        return names.FirstOrDefault(name => !seen.Add(Fold(name)));
    }
}
