using System.Net.Sockets;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;
using Renci.SshNet.Common;

namespace Orchestrator.Packages.Transfer;

/// <summary>Turns what the client of a file server throws into the failure of a package.</summary>
internal static class FileServerFaults
{
    /// <summary>The code of a server that does not answer.</summary>
    public const string Unreached = "ORC3587";

    /// <summary>Whether it is a failure of the server or of the way to it.</summary>
    public static bool IsOne(Exception fault) =>
        fault is SshException or SocketException or ObjectDisposedException or TimeoutException || IsOver(fault);

    // What asks a session that has just ended is told so, and of no connection.
    private static bool IsOver(Exception fault) =>
        fault is InvalidOperationException && fault.Source == typeof(SshException).Assembly.GetName().Name;

    /// <summary>The failure.</summary>
    /// <param name="fault">What was thrown.</param>
    /// <param name="server">How people know the server.</param>
    /// <param name="what">What was under way: "list 'out'".</param>
    public static PackageRefusedException Of(Exception fault, string server, string what) => fault switch
    {
        SshAuthenticationException => Refused("ORC3586", ErrorClass.Config,
            $"{server} does not let the user in: {Text(fault)}. Correct `user`, and the password or key."),
        SftpPathNotFoundException or SftpPermissionDeniedException => Refused("ORC3588", ErrorClass.Config,
            $"{server} could not {what}: {Text(fault)}. Correct the path or `folder` of the file server, or have "
            + "its user be given the right."),
        SshConnectionException or SshOperationTimeoutException or SocketException or ObjectDisposedException
            or TimeoutException or InvalidOperationException => Refused(Unreached, ErrorClass.Transient,
                $"{server} could not {what}: it cannot be reached, or no longer answers ({Text(fault)}). See whether "
                + "it is up and whether a firewall is between."),
        _ => Refused("ORC3588", ErrorClass.Transient,
            $"{server} could not {what}: {Text(fault)}. A server says no more than that where its disk is full."),
    };

    /// <summary>A server that is another one than is expected.</summary>
    public static PackageRefusedException Stranger(string name, string shown, FileServer server) => new(
        "ORC3585", ErrorClass.Config, "open",
        $"{name} shows the host key {shown}, and {server.HostKey} is expected. Nobody has signed in, and nothing was "
        + "sent. Somebody may be in between. Ask who runs the server whether its key is a new one, by another way "
        + "than this; only then write it as `hostKey`.");

    /// <summary>Closes what a server has open for us, which may be gone with its session.</summary>
    public static void Leave(IDisposable open)
    {
        try
        {
            open.Dispose();
        }
        catch (Exception over) when (IsOne(over) || over is InvalidOperationException or IOException)
        {
            // It is over in any case.
        }
    }

    private static string Text(Exception fault) => RemoteName.Shown(fault.Message.TrimEnd('.'));

    private static PackageRefusedException Refused(string code, ErrorClass errorClass, string message) =>
        new(code, errorClass, "read", message);
}
