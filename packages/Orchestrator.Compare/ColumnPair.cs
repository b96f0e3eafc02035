using Orchestrator.Compare.Values;
using Orchestrator.Core.Types;

namespace Orchestrator.Compare;

/// <summary>A column that both sides have.</summary>
/// <param name="Name">Its name on the first side.</param>
/// <param name="LeftPlace">Its place there, from 0.</param>
/// <param name="Left">What it is there.</param>
/// <param name="RightPlace">Its place on the second side.</param>
/// <param name="Right">What it is there.</param>
internal sealed record ColumnPair(string Name, int LeftPlace, SideColumn Left, int RightPlace, SideColumn Right)
{
    /// <summary>As what its values are compared.</summary>
    public ComparedForm Form { get; } = ComparedForms.Of(Left, Right);

    /// <summary>Whether a side fills its texts with blanks, which then are no part of them.</summary>
    public bool IsPadded { get; } = IsFilled(Left) || IsFilled(Right);

    /// <summary>Whether a zone means something for its values on the first side: times without an offset.</summary>
    public bool IsZoned => Form == ComparedForm.Moment && !ComparedForms.HasOffset(Left)
        && Left.Column.Type.Kind != SqlTypeKind.Date && Right.Column.Type.Kind != SqlTypeKind.Date;

    /// <summary>Whether nobody may see its values.</summary>
    public bool IsSensitive { get; } = Left.IsSensitive || Right.IsSensitive;

    private static bool IsFilled(SideColumn side) => side.Column.Type.Kind is SqlTypeKind.Char or SqlTypeKind.NChar;
}
