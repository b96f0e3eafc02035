namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>Words of Visual Basic, which come in any case, and what they are in C#.</summary>
internal static class BasicWords
{
    private const string Said = "Dim Const As If Then Else ElseIf End Try Catch Finally Sub Function Class Module "
        + "Enum Structure Property Return Exit Throw New Not And Or AndAlso OrElse Mod Is IsNot Nothing True "
        + "False Public Private Friend Shared Option Compare Text Imports Inherits Call ByRef ByVal Of With "
        + "Declare MsgBox CStr CInt CLng CBool CDate CType DirectCast UCase LCase Len Trim Now Today vbCrLf "
        + "vbNewLine ControlChars CrLf NewLine String Integer Long Boolean Date DateTime Object Item Value "
        + "Variables Dts Events Log TaskResult ScriptResults Results DTSExecResult Success Failure Connections "
        + "VariableDispenser LockForRead LockForWrite LockOneForRead LockOneForWrite GetVariables Unlock "
        + "FireInformation FireWarning FireProgress FireError MessageBox Show MessageBoxButtons MessageBoxIcon "
        + "MsgBoxStyle Console Write WriteLine Debug Print Trace System Windows Forms Diagnostics IO "
        + "Globalization Microsoft Runtime Convert ToString ToInt32 ToInt64 ToBoolean ToDateTime Math Max Min "
        + "Path Combine GetFileName GetFileNameWithoutExtension GetExtension Format Concat Empty IsNullOrEmpty "
        + "Replace Substring Contains ToUpper ToLower TrimEnd TrimStart PadLeft Length AddDays AddMonths "
        + "AddYears AddHours AddMinutes AddSeconds Year Month Day Hour Minute Second Environment MachineName "
        + "UserName CultureInfo InvariantCulture Equals StartsWith EndsWith IndexOf Main Delegate";

    /// <summary>As they are written here, by any case.</summary>
    public static Dictionary<string, string> All() =>
        Said.Split(' ').ToDictionary(each => each, each => each, StringComparer.OrdinalIgnoreCase);

    /// <summary>What begins or ends something and is no name.</summary>
    public static bool IsReserved(string word) => word is "Dim" or "Const" or "As" or "If" or "Then" or "Else"
        or "ElseIf" or "End" or "Try" or "Catch" or "Finally" or "Sub" or "Function" or "Class" or "Return" or "Exit"
        or "Throw" or "New" or "Not" or "And" or "Or" or "AndAlso" or "OrElse" or "Mod" or "Is" or "IsNot"
        or "Nothing" or "True" or "False" or "Call" or "Of" or "With";

    /// <summary>A type as C# calls it.</summary>
    public static string TypeOf(string word) => word switch
    {
        "Integer" => "int",
        "Long" => "long",
        "Boolean" => "bool",
        "Date" => "DateTime",
        _ => word,
    };

    /// <summary>A type that a conversion is named after; null = it is none.</summary>
    public static string? ConvertedTo(string word) => word switch
    {
        "CInt" => "int",
        "CLng" => "long",
        "CBool" => "bool",
        "CDate" => "DateTime",
        _ => null,
    };

    /// <summary>What is called also where no parentheses say so.</summary>
    public static bool IsMethod(string word) => word is "ToString" or "Trim" or "ToUpper" or "ToLower" or "TrimEnd"
        or "TrimStart" or "Unlock";
}
