using System.Linq.Expressions;
using System.Reflection;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Dataflow.Mapping;

/// <summary>Takes rows of a type apart into row batches, and shows them as text.</summary>
public static class RowTaking<T>
{
    private static RowShape? _shape;
    private static Action<T, ColumnVector[], int>? _taker;

    /// <summary>The columns of the batches.</summary>
    public static IReadOnlyList<RowColumn> Columns => [.. Shape.Members.Select(member =>
        new RowColumn(member.Column, MemberType.Sql(member), member.Nullable))];

    /// <summary>Puts a row into a place; what does not fit throws <see cref="FormatException"/>.</summary>
    /// <exception cref="NotSupportedException">A member can be no column; the message says why.</exception>
    public static Action<T, ColumnVector[], int> Taker => _taker ??= Compile();

    // Not when the class is first met: what is wrong with the type shall be said as it is.
    private static RowShape Shape => _shape ??= RowShape.Of<T>();

    /// <summary>
    /// The columns of batches for a table that may be made after them: a decimal, whose text would become text there,
    /// is of a type of its own where nobody has said one.
    /// </summary>
    /// <param name="exact">That type.</param>
    /// <param name="hasType">Whether somebody has said the type of a column, by its name.</param>
    public static IReadOnlyList<RowColumn> ColumnsWith(SqlType exact, Func<string, bool> hasType)
    {
        ArgumentNullException.ThrowIfNull(hasType);
        return [.. Shape.Members.Zip(Columns, (member, column) =>
            MemberType.IsDecimal(member) && !hasType(column.Name) ? column with { Type = exact } : column)];
    }

    /// <summary>A row as text, for people.</summary>
    public static string Text(T row)
    {
        try
        {
            return string.Join(", ", Shape.Members.Select(member =>
                FormattableString.Invariant($"{member.Column}={Value(member, row)}")));
        }
        catch (NotSupportedException)
        {
            // Rows on their way within a flow need not be such as columns are.
            return $"{row}";
        }
    }

    /// <summary>The columns of a table for the members, in their order.</summary>
    /// <exception cref="InvalidOperationException">A member has no column, or one that cannot be written.</exception>
    public static IReadOnlyList<RowColumn> In(IReadOnlyList<RowColumn> table, TableName name)
    {
        if (table.Count == 0)
        {
            throw new InvalidOperationException($"there is no table {name}: make it before the flow runs");
        }

        return [.. Shape.Members.Select(member =>
        {
            var place = ColumnPositions.Of(table, column => column.Name, member.Column);
            return place < 0
                ? throw new InvalidOperationException(
                    $"table {name} has no column '{member.Column}' for '{member.Info.Name}' of {typeof(T).Name}; it "
                    + $"has {string.Join(", ", table.Select(column => column.Name))}. Name the column in "
                    + "[Column(\"…\")], or put [NotMapped] on the member.")
                : table[place].Source == ValueSource.Server
                    ? throw new InvalidOperationException(
                        $"column '{member.Column}' of {name} is computed by the server: put [NotMapped] on "
                        + $"'{member.Info.Name}' of {typeof(T).Name}")
                    : table[place];
        })];
    }

    private static object? Value(RowMember member, T row) => row is null ? null
        : member.Info is FieldInfo field ? field.GetValue(row) : ((PropertyInfo)member.Info).GetValue(row);

    private static Action<T, ColumnVector[], int> Compile()
    {
        var row = Expression.Parameter(typeof(T), "row");
        var columns = Expression.Parameter(typeof(ColumnVector[]), "columns");
        var place = Expression.Parameter(typeof(int), "place");
        return Expression.Lambda<Action<T, ColumnVector[], int>>(Expression.Block(Shape.Members.Select((member, i) =>
            MemberType.Write(member, Expression.MakeMemberAccess(row, member.Info),
                Expression.ArrayIndex(columns, Expression.Constant(i)), place))), row, columns, place).Compile();
    }
}
