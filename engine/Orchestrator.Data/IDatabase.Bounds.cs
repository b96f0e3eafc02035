using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <content>What a database compares with the bounds of a watermark.</content>
public partial interface IDatabase
{
    /// <summary>
    /// A bound of a watermark as its parameter takes it, which is <see cref="Dialect.Bound"/>; rounded down to what the
    /// column holds where the database itself would round to the nearest, or refuse it.
    /// </summary>
    /// <param name="value">The bound.</param>
    /// <param name="isBefore">Whether it stands before the values that equal it (&gt;=, &lt;), or behind.</param>
    /// <param name="column">A query for the column alone, which is not run.</param>
    /// <param name="values">Its parameters.</param>
    object Bound(
        TypedValue value, bool isBefore, string column, params IReadOnlyList<(string Name, object? Value)> values) =>
        Platform.Dialect.Bound(value, isBefore);
}
