namespace Orchestrator.Data.PostgreSql;

/// <summary>Writes the values of one column as fields in the binary form of COPY, each with its length.</summary>
internal abstract class CopyEncoder
{
    /// <summary>Writes a value that is neither NULL nor beyond its type.</summary>
    public abstract void Write(ColumnVector column, int row, CopyOutput to);

    /// <summary>Writes a value beyond its type: NaN or an infinity, which the guard has let pass.</summary>
    public virtual void WriteBeyond(ReadOnlySpan<byte> text, CopyOutput to) =>
        throw new InvalidOperationException("a column that knows no such value was given one beyond its type");
}
