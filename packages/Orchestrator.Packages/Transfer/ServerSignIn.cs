using System.Security.Cryptography;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;
using Renci.SshNet;
using Renci.SshNet.Common;

namespace Orchestrator.Packages.Transfer;

/// <summary>How somebody signs in at a file server.</summary>
internal static class ServerSignIn
{
    /// <summary>What its client needs, with variables and secrets in their places.</summary>
    /// <param name="server">The server.</param>
    /// <param name="solution">Full path of the solution.</param>
    /// <param name="resolve">As <see cref="PackageContext.Resolve"/>.</param>
    /// <exception cref="PackageRefusedException">A value is missing, or the key cannot be read.</exception>
    public static ConnectionInfo Of(FileServer server, string solution, Func<string, string> resolve)
    {
        var (host, user) = (Value(server.Host, resolve), Value(server.User, resolve));
        if (host.Length == 0 || user.Length == 0)
        {
            throw ConnectionValues.Refused($"`host` or `user` of the file server '{server.Name}' is empty.");
        }

        return new ConnectionInfo(host, server.Port, user, Ways(server, user, solution, resolve))
        {
            Timeout = server.Timeout,
        };
    }

    private static AuthenticationMethod[] Ways(
        FileServer server, string user, string solution, Func<string, string> resolve)
    {
        if (server.KeyFile is { } file)
        {
            var phrase = server.Passphrase is { } written ? Value(written, resolve) : null;
            return [new PrivateKeyAuthenticationMethod(
                user, Key(server, Path.GetFullPath(Path.Combine(solution, Value(file, resolve))), phrase))];
        }

        var password = Value(server.Password ?? "", resolve);
        var asked = new KeyboardInteractiveAuthenticationMethod(user);
        // Servers that ask for it in words ask one thing, and do not show what is typed.
        asked.AuthenticationPrompt += (_, asking) =>
        {
            if (asking.Prompts is [{ IsEchoed: false } only])
            {
                only.Response = password;
            }
        };
        return [new PasswordAuthenticationMethod(user, password), asked];
    }

    private static PrivateKeyFile Key(FileServer server, string file, string? phrase)
    {
        try
        {
            return new PrivateKeyFile(file, phrase);
        }
        catch (Exception unread) when (unread is SshException or IOException or UnauthorizedAccessException
            or NotSupportedException or CryptographicException or FormatException or InvalidOperationException)
        {
            throw new PackageRefusedException("ORC3594", ErrorClass.Config, "open",
                $"The private key of the file server '{server.Name}' cannot be read from '{file}': "
                + $"{unread.Message.TrimEnd('.')}. Correct `keyFile` and `passphrase`.");
        }
    }

    private static string Value(string written, Func<string, string> resolve) =>
        ConnectionValues.Of(() => resolve(written));
}
