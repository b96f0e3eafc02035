namespace Orchestrator.Data.PostgreSql;

/// <summary>Reads the binary form of one type into a column vector.</summary>
internal abstract class CopyDecoder
{
    /// <summary>Reads one field that is not NULL.</summary>
    /// <param name="field">Its bytes.</param>
    /// <param name="column">The vector.</param>
    /// <param name="row">The row in it.</param>
    /// <param name="start">Where the field begins in the vector's block.</param>
    public abstract void Read(ReadOnlySpan<byte> field, ColumnVector column, int row, int start);
}
