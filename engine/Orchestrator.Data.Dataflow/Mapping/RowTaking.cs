using System.Linq.Expressions;

namespace Orchestrator.Data.Dataflow.Mapping;

/// <summary>Takes rows of a type apart into row batches.</summary>
internal static class RowTaking<T>
{
    private static RowShape? shape;
    private static Action<T, ColumnVector[], int>? taker;

    /// <summary>The columns of the batches.</summary>
    public static IReadOnlyList<RowColumn> Columns => [.. Shape.Members.Select(member =>
        new RowColumn(member.Column, MemberType.Sql(member), member.Nullable))];

    /// <summary>Puts a row into a place.</summary>
    /// <exception cref="NotSupportedException">A member can be no column; the message says why.</exception>
    public static Action<T, ColumnVector[], int> Taker => taker ??= Compile();

    // Not when the class is first met: what is wrong with the type shall be said as it is.
    private static RowShape Shape => shape ??= RowShape.Of<T>();

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
            var place = Places.Of(table, column => column.Name, member.Column);
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
