namespace Microsoft.SqlServer.Server;

/// <summary>Whether a CLR function reads system catalogs of the server it runs in.</summary>
public enum SystemDataAccessKind
{
    /// <summary>It reads none; the default.</summary>
    None = 0,

    /// <summary>It reads some.</summary>
    Read = 1,
}
