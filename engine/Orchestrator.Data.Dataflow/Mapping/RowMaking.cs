using System.Linq.Expressions;

namespace Orchestrator.Data.Dataflow.Mapping;

/// <summary>Makes rows of a type out of row batches whose columns the guard has made those of the members.</summary>
public sealed class RowMaking<T>
{
    private static RowShape? _shape;
    private static Func<ColumnVector[], int, T>? _maker;

    /// <param name="columns">The columns that there are, in the order of the batches.</param>
    /// <param name="what">What has them, for messages.</param>
    /// <exception cref="InvalidOperationException">A member has no column.</exception>
    public RowMaking(IReadOnlyList<RowColumn> columns, string what) =>
        Guarded = [.. Shape.Members.Select(member => Column(member, columns, what))];

    /// <summary>The columns of the members, as the guard is to make them.</summary>
    public IReadOnlyList<GuardColumn> Guarded { get; }

    // Not when the class is first met: what is wrong with the type shall be said as it is.
    private static RowShape Shape => _shape ??= RowShape.Of<T>();

    /// <summary>Makes the row at a place.</summary>
    /// <exception cref="NotSupportedException">No row of that type can be made; the message says why.</exception>
    public static Func<ColumnVector[], int, T> Maker => _maker ??= Compile();

    private static GuardColumn Column(RowMember member, IReadOnlyList<RowColumn> columns, string what)
    {
        var place = ColumnPositions.Of(columns, column => column.Name, member.Column);
        if (place < 0)
        {
            throw new InvalidOperationException(
                $"{what} has no column '{member.Column}' for '{member.Info.Name}' of {typeof(T).Name}; it has "
                + $"{string.Join(", ", columns.Select(column => column.Name))}. Name the column in [Column(\"…\")], or "
                + "put [NotMapped] on the member.");
        }

        return new GuardColumn
        {
            Name = member.Column,
            Source = place,
            Type = MemberType.Read(member, columns[place].Type),
            Nullable = member.Nullable,
            OnTruncation = GuardPolicy.Redirect,
            OnScaleLoss = GuardPolicy.Redirect,
            OnEncodingLoss = GuardPolicy.Redirect,
            OnRangeLoss = GuardPolicy.Redirect,
            OnNull = GuardPolicy.Redirect,
        };
    }

    private static Func<ColumnVector[], int, T> Compile()
    {
        var columns = Expression.Parameter(typeof(ColumnVector[]), "columns");
        var row = Expression.Parameter(typeof(int), "row");
        var values = Shape.Members.Select((member, i) =>
            MemberType.Read(member, Expression.ArrayIndex(columns, Expression.Constant(i)), row)).ToArray();
        return Expression.Lambda<Func<ColumnVector[], int, T>>(Shape.Make(values), columns, row).Compile();
    }
}
