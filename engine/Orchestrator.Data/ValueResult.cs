namespace Orchestrator.Data;

/// <summary>How the reading of a value went.</summary>
public enum ValueResult
{
    /// <summary>It is the value, whole.</summary>
    Ok,

    /// <summary>It is the value without the digits that the type does not keep.</summary>
    ScaleLoss,

    /// <summary>Such a value, but outside the type's range.</summary>
    OutOfRange,

    /// <summary>No such value at all.</summary>
    NotAValue,
}

/// <summary>Reads values of one type from text; a struct, so that the loop over a column is compiled for it.</summary>
internal interface IValueText<T>
{
    ValueResult Read(ReadOnlySpan<byte> text, out T value);
}
