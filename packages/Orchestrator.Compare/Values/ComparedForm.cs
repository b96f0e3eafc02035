using Orchestrator.Core.Types;
using Orchestrator.Data;

namespace Orchestrator.Compare.Values;

/// <summary>As what the values of a column are compared, whatever types the two sides have for it.</summary>
internal enum ComparedForm
{
    /// <summary>Bytes as they are.</summary>
    Bytes,

    /// <summary>Characters.</summary>
    Text,

    /// <summary>Digits of a number that is exact.</summary>
    Number,

    /// <summary>A number of 64 bits.</summary>
    Floating,

    /// <summary>A number of 32 bits, as one side has no more.</summary>
    Single,

    /// <summary>A date with or without a time of day.</summary>
    Moment,

    /// <summary>A time of day.</summary>
    TimeOfDay,

    /// <summary>A uniqueidentifier.</summary>
    Identifier,
}

/// <summary>Which form two columns have in common.</summary>
internal static class ComparedForms
{
    /// <summary>The form of two columns. Text is read as what the other side has; what has nothing in common is
    /// compared as text.</summary>
    public static ComparedForm Of(SideColumn one, SideColumn other)
    {
        var (a, b) = (Of(one), Of(other));
        return a == b ? a
            : a == ComparedForm.Text ? b
            : b == ComparedForm.Text ? a
            : (IsNumber(a), IsNumber(b)) is (true, true) ? Wider(a, b)
            : ComparedForm.Text;
    }

    /// <summary>Whether it has an offset, so that it is an instant everywhere.</summary>
    public static bool HasOffset(SideColumn column) => column.Column.Type.Kind == SqlTypeKind.DateTimeOffset;

    /// <summary>Whether values of a form are numbers.</summary>
    public static bool IsNumber(ComparedForm form) =>
        form is ComparedForm.Number or ComparedForm.Floating or ComparedForm.Single;

    private static ComparedForm Of(SideColumn column) => column.IsNumberText ? ComparedForm.Number
        : column.Declared is { } declared && IsWider(column.Column.Type) ? Of(declared) : Of(column.Column.Type);

    // Whatever a word says, such a column holds anything.
    private static bool IsWider(SqlType type) => ValueStorages.IsText(type) || type.IsFloat;

    private static ComparedForm Of(SqlType type) => type switch
    {
        { IsExactNumber: true } => ComparedForm.Number,
        { Kind: SqlTypeKind.Float } => ComparedForm.Floating,
        { Kind: SqlTypeKind.Real } => ComparedForm.Single,
        { Kind: SqlTypeKind.Time } => ComparedForm.TimeOfDay,
        { IsTemporal: true } => ComparedForm.Moment,
        { Kind: SqlTypeKind.UniqueIdentifier } => ComparedForm.Identifier,
        _ when ValueStorages.IsText(type) => ComparedForm.Text,
        _ => ComparedForm.Bytes,
    };

    private static ComparedForm Wider(ComparedForm a, ComparedForm b) =>
        a == ComparedForm.Single || b == ComparedForm.Single ? ComparedForm.Single : ComparedForm.Floating;
}
