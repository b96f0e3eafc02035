namespace Orchestrator.Tds;

/// <summary>A value of sql_variant: with the type that it keeps.</summary>
public sealed record VariantValue(TdsType Type, object Value)
{
    /// <summary>A value of a type such as <c>varchar(10)</c>.</summary>
    public VariantValue(string type, object value)
        : this(TdsType.Parse(type), value)
    {
    }

    /// <inheritdoc/>
    public override string ToString() => $"{Type}: {ValueText.Show(Value)}";

    /// <summary>Whether type and value are the same; bytes are compared one by one.</summary>
    public bool Equals(VariantValue? other) =>
        other is not null && Type == other.Type && ValueText.Show(Value) == ValueText.Show(other.Value);

    /// <inheritdoc/>
    public override int GetHashCode() => Type.GetHashCode();
}
