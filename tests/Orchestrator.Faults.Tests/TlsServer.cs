using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Orchestrator.Faults.Tests;

/// <summary>
/// What a server does up to TLS, with a certificate that it made itself: PostgreSQL's says a word before, SQL Server's,
/// asked strictly, does not.
/// </summary>
internal sealed class TlsServer : IDisposable
{
    private const byte AsksForTls = 0x2F;

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly X509Certificate2 _certificate = Certificate();

    private readonly bool _isPostgreSql;

    public TlsServer(bool isPostgreSql)
    {
        _isPostgreSql = isPostgreSql;
        _listener.Start();
        new Thread(Serve) { IsBackground = true, Name = "tls" }.Start();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public void Dispose()
    {
        _listener.Dispose();
        _certificate.Dispose();
    }

    private static X509Certificate2 Certificate()
    {
        using var key = RSA.Create(2048);
        return new CertificateRequest("CN=127.0.0.1", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1)
            .CreateSelfSigned(DateTimeOffset.UnixEpoch, DateTimeOffset.MaxValue);
    }

    private static void AgreeOnTls(NetworkStream stream)
    {
        var request = new byte[8];
        for (stream.ReadExactly(request); request[^1] != AsksForTls; stream.ReadExactly(request))
        {
            stream.Write("N"u8);
        }

        stream.Write("S"u8);
    }

    private void Serve()
    {
        try
        {
            while (true)
            {
                Greet(_listener.AcceptTcpClient());
            }
        }
        catch (Exception over) when (over is SocketException or ObjectDisposedException or InvalidOperationException)
        {
            // The server was disposed of.
        }
    }

    private void Greet(TcpClient client)
    {
        try
        {
            using var stream = client.GetStream();
            if (_isPostgreSql)
            {
                AgreeOnTls(stream);
            }

            using var tls = new SslStream(stream);
            tls.AuthenticateAsServer(new SslServerAuthenticationOptions
            {
                ServerCertificate = _certificate,
                ApplicationProtocols = [new("tds/8.0"), new("postgresql")],
            });
        }
        catch (Exception gone) when (gone is IOException or AuthenticationException)
        {
            // The client went away: it does not trust us.
        }
    }
}
