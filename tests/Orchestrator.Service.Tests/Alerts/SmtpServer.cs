using System.Collections.Concurrent;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace Orchestrator.Service.Tests.Alerts;

/// <summary>A mail server on loopback that says what the test wants, and keeps what it is told.</summary>
internal sealed class SmtpServer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly Task _served;

    public SmtpServer()
    {
        _listener.Start();
        _served = ServeAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Its answer to a command, by its first word; null = the usual one.</summary>
    public Func<string, string?> Answer { get; init; } = _ => null;

    /// <summary>Its answer to a line, asked for first; null = by the line's first word.</summary>
    public Func<string, string?> AnswerTo { get; init; } = _ => null;

    /// <summary>A further thing that it can do, as PIPELINING; empty = none.</summary>
    public string Extension { get; init; } = "";

    /// <summary>Whether it goes away where it would answer to a letter.</summary>
    public bool IsCut { get; init; }

    /// <summary>What it makes connections secret with; null = it cannot.</summary>
    public X509Certificate2? Certificate { get; init; }

    /// <summary>Whether it never says a word.</summary>
    public bool IsSilent { get; init; }

    /// <summary>All lines that it was told, the letter among them.</summary>
    public ConcurrentQueue<string> Told { get; } = new();

    /// <summary>The letters that came to their end, the lines of each joined.</summary>
    public ConcurrentQueue<string> Letters { get; } = new();

    /// <summary>The letter, its lines joined.</summary>
    public string Letter => string.Join('\n',
        Told.SkipWhile(line => line != "DATA").Skip(1).TakeWhile(line => line != "."));

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        _listener.Stop();
        await _served;
        _end.Dispose();
    }

    private async Task ServeAsync()
    {
        try
        {
            while (true)
            {
                using var client = await _listener.AcceptTcpClientAsync(_end.Token);
                await TalkAsync(client.GetStream());
            }
        }
        catch (Exception gone) when (gone is OperationCanceledException or SocketException or InvalidOperationException)
        {
            // The test is over.
        }
    }

    private async Task TalkAsync(Stream stream)
    {
        try
        {
            if (IsSilent)
            {
                await stream.CopyToAsync(Stream.Null, _end.Token);
                return;
            }

            await SayAsync(stream, Answer("CONNECT") ?? "220 mail.example.org");
            while (await LineAsync(stream) is { } line)
            {
                Told.Enqueue(line);
                var word = line.Split(' ')[0].ToUpperInvariant();
                await SayAsync(stream, AnswerTo(line) ?? Answer(word) ?? Usual(word, stream is SslStream));
                if (word == "DATA" && Answer(word) is null)
                {
                    await LetterAsync(stream);
                    if (IsCut)
                    {
                        return;
                    }
                }
                else if (word == "STARTTLS" && Certificate is not null)
                {
                    var secret = new SslStream(stream);
                    await secret.AuthenticateAsServerAsync(Certificate);
                    stream = secret;
                }
            }
        }
        catch (Exception gone) when (gone is IOException or System.Security.Authentication.AuthenticationException)
        {
            // The other side has gone, or does not trust this one.
        }
    }

    private string Usual(string word, bool isSecret) => word switch
    {
        "EHLO" => Certificate is not null && !isSecret
            ? "250-mail.example.org\r\n250 STARTTLS"
            : $"250-mail.example.org\r\n{(Extension.Length > 0 ? $"250-{Extension}\r\n" : "")}250 AUTH PLAIN",
        "STARTTLS" => "220 go on",
        "AUTH" => "235 welcome",
        "DATA" => "354 go on",
        "QUIT" => "221 bye",
        _ => "250 ok",
    };

    private async Task LetterAsync(Stream stream)
    {
        var lines = new List<string>();
        while (await LineAsync(stream) is { } line)
        {
            Told.Enqueue(line);
            if (line == ".")
            {
                Letters.Enqueue(string.Join('\n', lines));
                break;
            }

            lines.Add(line);
        }

        if (!IsCut)
        {
            await SayAsync(stream, Answer(".") ?? "250 queued as 42");
        }
    }

    private async Task SayAsync(Stream stream, string text) =>
        await stream.WriteAsync(Encoding.ASCII.GetBytes(text + "\r\n"), _end.Token);

    private async Task<string?> LineAsync(Stream stream)
    {
        var line = new List<byte>();
        var one = new byte[1];
        while (await stream.ReadAsync(one, _end.Token) > 0)
        {
            if (one[0] == '\n')
            {
                return Encoding.UTF8.GetString([.. line]).TrimEnd('\r');
            }

            line.Add(one[0]);
        }

        return null;
    }
}
