namespace Orchestrator.Service;

/// <summary>
/// The codes of what keeps the service, or a run of it, from starting, and of alerts that do not arrive; each has a
/// paragraph in the guide.
/// </summary>
public static class ServiceCodes
{
    /// <summary>An address to listen on, a proxy or a host name cannot be understood.</summary>
    public const string NotAnAddress = "ORC5101";

    /// <summary>It is to listen outside of this machine without TLS and without a declared proxy.</summary>
    public const string NeedsTls = "ORC5102";

    /// <summary>It is to be reached from outside of this machine, and there is no token.</summary>
    public const string NeedsTokens = "ORC5103";

    /// <summary>The certificate or its key cannot be read.</summary>
    public const string NoCertificate = "ORC5104";

    /// <summary>An address cannot be listened on.</summary>
    public const string CannotListen = "ORC5105";

    /// <summary>It is to listen on all addresses, and no name is declared by which it is called.</summary>
    public const string NeedsHostName = "ORC5106";

    /// <summary>A run needs a plug-in or a program that nobody has approved for the services of the environment.
    /// </summary>
    public const string NotApproved = "ORC5107";

    /// <summary>A message of an alert did not arrive, and is tried again.</summary>
    public const string AlertNotSent = "ORC5301";

    /// <summary>A message of an alert is given up.</summary>
    public const string AlertGivenUp = "ORC5302";

    /// <summary>The address of the page for people cannot be understood.</summary>
    public const string NotAPublicUrl = "ORC5303";
}
