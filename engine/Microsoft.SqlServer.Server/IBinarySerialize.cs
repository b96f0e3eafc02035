namespace Microsoft.SqlServer.Server;

/// <summary>A CLR type of SQL Server that writes and reads its own bytes (<see cref="Format.UserDefined"/>).</summary>
public interface IBinarySerialize
{
    /// <summary>Fills this value from its bytes.</summary>
    void Read(BinaryReader r);

    /// <summary>Writes this value as bytes.</summary>
    void Write(BinaryWriter w);
}
