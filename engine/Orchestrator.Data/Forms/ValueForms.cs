using Orchestrator.Core.Types;

namespace Orchestrator.Data.Forms;

/// <summary>How a column of a file writes values, by their types; null = as <see cref="ValueFormat"/> does.</summary>
public sealed record ValueForms
{
    /// <summary>Numbers; bit is none.</summary>
    public NumberForm? Number { get; init; }

    /// <summary>date.</summary>
    public TimeForm? Date { get; init; }

    /// <summary>time.</summary>
    public TimeForm? Time { get; init; }

    /// <summary>datetime, smalldatetime, datetime2.</summary>
    public TimeForm? DateTime { get; init; }

    /// <summary>datetimeoffset.</summary>
    public TimeForm? Offset { get; init; }

    /// <summary>The signs that stand in values of any type beside letters and digits.</summary>
    public string Signs => string.Concat(
        ((ValueForm?[])[Number, Date, Time, DateTime, Offset]).Select(form => form?.Signs));

    /// <summary>The form of a type.</summary>
    public ValueForm? Of(SqlType type) => type.Kind switch
    {
        SqlTypeKind.Bit => null,
        SqlTypeKind.Date => Date,
        SqlTypeKind.Time => Time,
        SqlTypeKind.DateTime or SqlTypeKind.SmallDateTime or SqlTypeKind.DateTime2 => DateTime,
        SqlTypeKind.DateTimeOffset => Offset,
        _ => type.IsNumber ? Number : null,
    };

    /// <summary>The same with one form for all dates and times.</summary>
    public ValueForms With(TimeForm times) =>
        this with { Date = times, Time = times, DateTime = times, Offset = times };
}
