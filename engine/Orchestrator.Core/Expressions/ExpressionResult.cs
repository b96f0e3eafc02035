using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>What an expression comes to: a value, NULL, or a fault.</summary>
public sealed class ExpressionResult
{
    private readonly object? _value;

    internal ExpressionResult(ExpressionKind kind, object? value)
    {
        Fault = value as ExpressionFault;
        _value = Fault is null ? value : null;
        Text = _value is null ? null : PlainTexts.Of(kind, _value);
    }

    /// <summary>Why there is no value; null = there is one, or NULL.</summary>
    public ExpressionFault? Fault { get; }

    public bool IsNull => _value is null && Fault is null;

    /// <summary>Of a condition whether it holds; null = that is unknown, or it has a fault.</summary>
    public bool? Holds => _value as bool?;

    /// <summary>The value in the one way in which it is written; null = there is none.</summary>
    public string? Text { get; }

    /// <summary>The value as one of a type.</summary>
    /// <param name="value">The value; null where it is NULL, has a fault, or is none of the type.</param>
    /// <param name="problem">What is wrong, as the end of a sentence; empty where nothing is.</param>
    public bool TryAs(SqlType type, out TypedValue? value, out string problem)
    {
        (value, problem) = (null, Fault?.Message ?? "");
        return Text is null ? Fault is null : TypedValue.TryParse(type, Text, out value, out problem);
    }
}
