namespace Microsoft.SqlServer.Server;

/// <summary>A .NET type that the client was asked to treat as a CLR type of SQL Server, but that is none.</summary>
public sealed class InvalidUdtException : SystemException
{
    private InvalidUdtException(string message)
        : base(message)
    {
    }

    /// <summary>The error for <paramref name="udtType"/>; the client calls this with its own reason.</summary>
    public static InvalidUdtException Create(Type udtType, string resourceReason)
    {
        ArgumentNullException.ThrowIfNull(udtType);

        return new($"'{udtType.FullName}' is not a CLR type of SQL Server: {resourceReason}");
    }
}
