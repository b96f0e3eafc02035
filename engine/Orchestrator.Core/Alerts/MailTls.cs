namespace Orchestrator.Core.Alerts;

/// <summary>How a connection to a mail server becomes secret.</summary>
public enum MailTls
{
    /// <summary>It begins in the open and must be made secret before anything is said (port 587).</summary>
    StartTls,

    /// <summary>It is secret from its first byte on (port 465).</summary>
    Implicit,

    /// <summary>It stays in the open (port 25).</summary>
    None,
}
