namespace Orchestrator.Runner.Outbound;

/// <summary>How far an address reaches.</summary>
public enum AddressKind
{
    /// <summary>An address of the internet.</summary>
    Public,

    /// <summary>This machine, or a network of its owner: reached only where that is declared.</summary>
    Private,

    /// <summary>
    /// Of a link, a group, nobody, or of what tells machines of a cloud their secrets: never reached.
    /// </summary>
    Forbidden,
}
