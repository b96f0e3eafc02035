using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <content>What a database compares with the bounds of a watermark.</content>
public partial interface IDatabase
{
    /// <summary>
    /// Bounds of a watermark as their parameters take them, which is <see cref="Dialect.Bound"/>; rounded down to what
    /// the column holds where the database itself would round to the nearest, or refuse them.
    /// </summary>
    /// <param name="bounds">The bounds.</param>
    /// <param name="isBefore">Whether they stand before the values that equal them (&gt;=, &lt;), or behind.</param>
    /// <param name="column">A query for the column alone, which is not run.</param>
    /// <param name="values">Its parameters.</param>
    /// <returns>As many, in their order.</returns>
    IReadOnlyList<object> Bounds(
        IReadOnlyList<TypedValue> bounds, bool isBefore, string column,
        params IReadOnlyList<(string Name, object? Value)> values) =>
        [.. bounds.Select(bound => Platform.Dialect.Bound(bound, isBefore))];
}
